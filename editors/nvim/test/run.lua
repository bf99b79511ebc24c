-- Run as `nvim --headless -u NONE -i NONE --cmd 'set rtp^=editors/nvim' -S editors/nvim/test/run.lua`.
-- `PIPSCRIBE` is the path of the program with the server, `PIPS_PARSER` that of the parser; tests without their path are skipped.
local passed = 0

local function check(name, is, due)
  if not vim.deep_equal(is, due) then
    io.stderr:write(('not ok: %s: %s, due is %s\n'):format(name, vim.inspect(is), vim.inspect(due)))
    vim.cmd('cquit')
  end
  passed = passed + 1
  io.stdout:write('ok: ' .. name .. '\n')
end

local function waits(name, condition)
  check(name, vim.wait(10000, condition, 20), true)
end

local function main()
  vim.cmd('filetype plugin on')
  vim.cmd('runtime! plugin/pipscribe.vim')
  local pipscribe = require('pipscribe')

  local said = {}
  local notify = vim.notify
  vim.notify = function(message)
    table.insert(said, message)
  end
  pipscribe.setup({ cmd = { 'no-such-pipscribe', 'lsp' } })
  vim.cmd('edit corpus/readme/opening.pips')
  vim.cmd('edit corpus/readme/illegal.pips')
  check('a missing program is reported once', #said, 1)
  check('by its name', said[1]:find('`no-such-pipscribe` is not found', 1, true) ~= nil, true)
  vim.cmd('PipscribeBoard')
  check('the board says it too', said[2], said[1])
  vim.cmd('edit! no-such-file.mdx')
  check('MDX has its type', vim.bo.filetype, 'mdx')
  vim.cmd('%bwipeout!')
  vim.notify = notify

  local server = os.getenv('PIPSCRIBE')
  if server then
    pipscribe.setup({ cmd = { server, 'lsp' } })
  end

  local parser = os.getenv('PIPS_PARSER')
  if parser and vim.treesitter.language and vim.treesitter.language.add then
    vim.treesitter.language.add('pips', { path = parser })
  elseif parser then
    vim.treesitter.require_language('pips', parser)
  end

  vim.cmd('edit corpus/readme/opening.pips')
  check('records have their type', vim.bo.filetype, 'pips')
  check('comments are made with `#`', vim.bo.commentstring, '# %s')

  if parser then
    local parse = vim.treesitter.query.parse or vim.treesitter.parse_query or vim.treesitter.query.parse_query
    local file = vim.api.nvim_get_runtime_file('queries/pips/highlights.scm', false)[1]
    local query = parse('pips', table.concat(vim.fn.readfile(file), '\n'))
    local tree = vim.treesitter.get_parser(0, 'pips'):parse()[1]
    local count = 0
    for _ in query:iter_captures(tree:root(), 0, 0, -1) do
      count = count + 1
    end
    check('the queries give colours', count > 50, true)
  end

  if server then
    waits('the server is attached', function()
      local clients = vim.lsp.get_clients and vim.lsp.get_clients({ bufnr = 0 }) or vim.lsp.buf_get_clients(0)
      return #clients > 0
    end)
    vim.fn.search('c4!')
    vim.cmd('PipscribeBoard')
    local function board()
      for _, window in ipairs(vim.api.nvim_list_wins()) do
        local buffer = vim.api.nvim_win_get_buf(window)
        if vim.bo[buffer].buftype == 'nofile' then
          return vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
        end
      end
    end
    waits('the board is that of the turn at the cursor', function()
      return board()[1] == 'GIPF, record 1, 3. Ga2-c4 (White)'
    end)
    vim.fn.search('e8')
    vim.cmd('doautocmd CursorMoved')
    waits('it follows the cursor', function()
      return board()[1] == 'GIPF, record 1, 5. e8 (White)'
    end)
    vim.api.nvim_buf_set_lines(0, -1, -1, false, { '', '[Game "gipf"]', '', '1. b3 *' })
    vim.cmd('normal! G')
    vim.cmd('doautocmd CursorMoved')
    waits('it says why a record has none', function()
      return board()[1]:find('this record has no board: The tag `Variant` is missing', 1, true) ~= nil
    end)
    vim.cmd('undo')
    vim.fn.search('e8')
    local played
    pipscribe.play(function(path)
      played = table.concat(vim.fn.readfile(path), '\n')
    end)
    waits('the record is played', function()
      return played and played:find('</html>') ~= nil
    end)
    vim.api.nvim_buf_set_lines(0, -2, -1, false, { '1. Gb3 2. Gg2 3. Gb3-h9 *' })
    waits('findings come', function()
      return #vim.diagnostic.get(0) > 0
    end)
    for _, client in ipairs(vim.lsp.get_clients and vim.lsp.get_clients() or vim.lsp.get_active_clients()) do
      vim.lsp.stop_client(client.id)
    end
  end
  io.stdout:write(('%d passed, 0 failed\n'):format(passed))
end

local ok, wrong = xpcall(main, debug.traceback)
if not ok then
  io.stderr:write(wrong .. '\n')
  vim.cmd('cquit')
end
vim.cmd('qall!')
