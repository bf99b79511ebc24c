-- The language server `pipscribe lsp` for Neovim 0.7 and newer, and a window with the board at the cursor.
local M = {}

local NAME = 'pipscribe'

-- The client of this server for a buffer.
local function client_of(buffer)
  local clients = vim.lsp.get_clients and vim.lsp.get_clients({ bufnr = buffer, name = NAME })
    or vim.tbl_values(vim.lsp.buf_get_clients(buffer))
  for _, client in ipairs(clients) do
    if client.name == NAME then
      return client
    end
  end
end

local function request(client, method, asked, answer, buffer)
  if vim.fn.has('nvim-0.11') == 1 then
    return client:request(method, asked, answer, buffer)
  end
  return client.request(method, asked, answer, buffer)
end

local function place(client)
  return vim.lsp.util.make_position_params(0, client.offset_encoding)
end

local function tell(message)
  vim.notify('Pipscribe: ' .. message, vim.log.levels.WARN)
end

local DEFAULT_CMD = { 'pipscribe', 'lsp' }
local FILETYPES = { 'pips', 'markdown', 'quarto', 'rmd', 'mdx', 'tex', 'typst' }

-- The command that starts the server, as `setup` received it.
local cmd = DEFAULT_CMD

-- Why the server cannot be started; nil if its program exists.
local function missing_program()
  if type(cmd) == 'table' and vim.fn.executable(cmd[1]) == 0 then
    return ('the program `%s` is not found; put it on the PATH, or set `cmd` in `setup`'):format(cmd[1])
  end
end

-- Why the board and the player have no server here.
local function missing_server()
  local filetype = vim.bo.filetype == '' and 'none' or vim.bo.filetype
  return missing_program() or ('no server is attached to this buffer; its file type is %s'):format(filetype)
end

-- Reports a missing program once, when the first record or document is opened.
local function report_missing_program(filetypes)
  vim.api.nvim_create_autocmd('FileType', {
    pattern = filetypes,
    group = vim.api.nvim_create_augroup('pipscribe-program', {}),
    callback = function()
      local missing = missing_program()
      if missing then
        tell(missing)
      end
      return missing ~= nil
    end,
  })
end

-- Starts the server for records and documents. Options are those of `vim.lsp.config`: `cmd`, `filetypes`, `on_attach`, …
function M.setup(options)
  options = options or {}
  cmd = options.cmd or DEFAULT_CMD
  report_missing_program(options.filetypes or FILETYPES)
  if vim.lsp.config and vim.lsp.enable then
    vim.lsp.config(NAME, options)
    vim.lsp.enable(NAME)
    return
  end
  local config = vim.tbl_extend('force', {
    name = NAME,
    cmd = cmd,
    root_dir = vim.fn.getcwd(),
  }, options)
  config.filetypes = nil
  local running
  local function attach(buffer)
    if missing_program() then
      return
    end
    if vim.lsp.start then
      vim.lsp.start(config, { bufnr = buffer })
      return
    end
    -- Neovim 0.7
    running = running and vim.lsp.get_client_by_id(running) and running or vim.lsp.start_client(config)
    if running then
      vim.lsp.buf_attach_client(buffer, running)
    end
  end
  vim.api.nvim_create_autocmd('FileType', {
    pattern = options.filetypes or FILETYPES,
    group = vim.api.nvim_create_augroup('pipscribe', {}),
    callback = function(event)
      attach(event.buf)
    end,
  })
end

-- ---- the board at the cursor

local board = {}

local function lines_of(shown)
  local over = shown.result ~= vim.NIL and shown.result and ('Result: ' .. shown.result) or (shown.toMove .. ' to move')
  local turn = shown.turn == 0 and 'the start' or ('%d. %s (%s)'):format(shown.turn, shown.move, shown.seat)
  local lines = { ('%s, record %d, %s'):format(shown.title, shown.record, turn), over, '' }
  if type(shown.fault) == 'string' then
    table.insert(lines, 2, shown.fault)
  end
  vim.list_extend(lines, vim.split(shown.text, '\n'))
  return vim.list_extend(lines, { '', shown.position })
end

local function show(lines)
  if not (board.buffer and vim.api.nvim_buf_is_valid(board.buffer)) then
    return
  end
  vim.bo[board.buffer].modifiable = true
  vim.api.nvim_buf_set_lines(board.buffer, 0, -1, false, lines)
  vim.bo[board.buffer].modifiable = false
end

local function update()
  local buffer = vim.api.nvim_get_current_buf()
  local client = client_of(buffer)
  if not client or buffer == board.buffer then
    return
  end
  -- Only the latest answer is shown.
  board.asked = (board.asked or 0) + 1
  local asked = board.asked
  request(client, 'pipscribe/board', place(client), function(wrong, shown)
    if asked ~= board.asked then
      return
    end
    if wrong then
      return show({ wrong.message })
    end
    show(type(shown) == 'table' and lines_of(shown) or { 'The cursor is in no record.' })
  end, buffer)
end

-- Opens a window next to the text with the board at the cursor, which it follows.
function M.board()
  if not client_of(vim.api.nvim_get_current_buf()) then
    return tell(missing_server())
  end
  if not (board.buffer and vim.api.nvim_buf_is_valid(board.buffer)) then
    local text = vim.api.nvim_get_current_win()
    vim.cmd('vertical botright new')
    board.buffer = vim.api.nvim_get_current_buf()
    vim.bo.buftype = 'nofile'
    vim.bo.bufhidden = 'wipe'
    vim.bo.swapfile = false
    vim.wo.wrap = false
    vim.wo.number = false
    vim.wo.list = false
    vim.api.nvim_set_current_win(text)
    local group = vim.api.nvim_create_augroup('pipscribe-board', {})
    vim.api.nvim_create_autocmd({ 'CursorMoved', 'CursorMovedI', 'TextChanged', 'TextChangedI', 'BufEnter' }, {
      group = group,
      callback = update,
    })
    vim.api.nvim_create_autocmd('BufWipeout', {
      group = group,
      buffer = board.buffer,
      callback = function()
        vim.api.nvim_del_augroup_by_id(group)
        board = {}
      end,
    })
  end
  update()
end

-- ---- the player

local function open(path)
  if vim.ui.open then
    return vim.ui.open(path)
  end
  local openers = { mac = 'open', win32 = 'explorer' }
  for system, opener in pairs(openers) do
    if vim.fn.has(system) == 1 then
      return vim.fn.jobstart({ opener, path }, { detach = true })
    end
  end
  return vim.fn.jobstart({ 'xdg-open', path }, { detach = true })
end

-- Opens the record at the cursor in the browser; another function can be passed to open its file.
function M.play(opener)
  local buffer = vim.api.nvim_get_current_buf()
  local client = client_of(buffer)
  if not client then
    return tell(missing_server())
  end
  local at = place(client)
  local asked = { command = 'pipscribe.play', arguments = { { uri = at.textDocument.uri, position = at.position } } }
  request(client, 'workspace/executeCommand', asked, function(wrong, played)
    if wrong then
      return tell(wrong.message)
    end
    local path = vim.fn.tempname() .. '.html'
    vim.fn.writefile(vim.split(played.html, '\n'), path)
    return (opener or open)(path)
  end, buffer)
end

-- Code lenses above a record.
local function at_lens(run)
  return function(command)
    local position = command.arguments and command.arguments[1] and command.arguments[1].position
    if position then
      vim.api.nvim_win_set_cursor(0, { position.line + 1, 0 })
    end
    run()
  end
end
vim.lsp.commands['pipscribe.board'] = at_lens(M.board)
vim.lsp.commands['pipscribe.play'] = at_lens(M.play)

return M
