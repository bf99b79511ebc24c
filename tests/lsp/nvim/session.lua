-- A session in Neovim: opens a record, edits, completes, hovers, renames, formats, applies an action.
-- Run by tests/lsp/nvim.rs; PIPSCRIBE is the command, PIPSCRIBE_FOLDER a folder to write to.

local path = os.getenv('PIPSCRIBE_FOLDER') .. '/game.pips'

local function fail(why)
  io.stderr:write('\n' .. why .. '\n' .. debug.traceback() .. '\n')
  vim.cmd('cquit 1')
end

local function equal(what, expected, found)
  if not vim.deep_equal(expected, found) then
    fail(('%s: expected %s, found %s'):format(what, vim.inspect(expected), vim.inspect(found)))
  end
end

local function session()
  vim.fn.writefile({
    '[Game "gipf"]', '[Variant "basic"]', '[Player1 "Ann"]', '[Player2 "Bo"]', '',
    '1. b3 2. a2-d4 *', '', '[Game "pippip"]', '[Player1 "Ann"]', '', '1. 5@b2/3 2. 3@b1/5 *',
  }, path)
  vim.cmd('edit ' .. path)
  local buffer = vim.api.nvim_get_current_buf()
  local client = vim.lsp.start_client({ name = 'pipscribe', cmd = { os.getenv('PIPSCRIBE'), 'lsp' }, root_dir = vim.fn.fnamemodify(path, ':h') })
  vim.lsp.buf_attach_client(buffer, client)

  -- Nothing goes on before what is waited for has come.
  local function await(what, is_there)
    if not vim.wait(20000, is_there, 20) then fail('in vain: ' .. what) end
  end
  local function codes()
    return vim.tbl_map(function(one) return one.code end, vim.diagnostic.get(buffer))
  end
  local function lines(from, to)
    return vim.api.nvim_buf_get_lines(buffer, from, to, false)
  end
  local function at(line, column)
    return { textDocument = vim.lsp.util.make_text_document_params(buffer), position = { line = line, character = column } }
  end
  local function ask(method, params)
    local answers, why = vim.lsp.buf_request_sync(buffer, method, params, 20000)
    local answer = (answers or {})[client]
    if not answer or answer.error then fail(method .. ': ' .. vim.inspect(why or answer)) end
    return answer.result
  end

  -- It opens the record and tells what is wrong with it.
  await('diagnostics', function() return #vim.diagnostic.get(buffer) > 0 end)
  equal('the finding', { 'gipf/not-in-line' }, codes())
  equal('its line', 5, vim.diagnostic.get(buffer)[1].lnum)

  -- The action that mends it, chosen as a user would.
  vim.ui.select = function(items, options, choose)
    for index, item in ipairs(items) do
      local title = options.format_item and options.format_item(item) or item
      if title:find('Play `a2%-c4`') then return choose(item, index) end
    end
    fail('no such action: ' .. vim.inspect(items))
  end
  vim.api.nvim_win_set_cursor(0, { 6, 12 })
  vim.lsp.buf.code_action()
  await('the action', function() return lines(5, 6)[1] == '1. b3 2. a2-c4 *' end)
  await('no findings', function() return #vim.diagnostic.get(buffer) == 0 end)

  -- A turn is typed, and completed.
  vim.api.nvim_buf_set_text(buffer, 5, 15, 5, 15, { '3. c ' })
  local list = ask('textDocument/completion', at(5, 19))
  local items = vim.lsp.util.text_document_completion_list_to_complete_items(list, 'c')
  local words = vim.tbl_map(function(item) return item.word end, items)
  if not vim.tbl_contains(words, 'c2') then fail('c2 is not offered: ' .. vim.inspect(words)) end
  local chosen = vim.tbl_filter(function(item) return item.label == 'c2' end, list.items)[1]
  local told = ask('completionItem/resolve', chosen)
  if not told.documentation.value:find('White puts a piece') then fail(vim.inspect(told)) end
  vim.lsp.util.apply_text_edits({ chosen.textEdit }, buffer, 'utf-16')
  equal('the turn', { '1. b3 2. a2-c4 3. c2 *' }, lines(5, 6))

  -- It hovers.
  local hover = ask('textDocument/hover', at(5, 18))
  local page = table.concat(vim.lsp.util.convert_input_to_markdown_lines(hover.contents), '\n')
  if not page:find('White: 10 in reserve', 1, true) then fail(page) end

  -- A player gets another name, in both records.
  local renamed = at(2, 11)
  renamed.newName = 'Anna \u{1F3B2}'
  vim.lsp.util.apply_workspace_edit(ask('textDocument/rename', renamed), 'utf-16')
  equal('the first', { '[Player1 "Anna \u{1F3B2}"]' }, lines(2, 3))
  equal('the second', { '[Player1 "Anna \u{1F3B2}"]' }, lines(8, 9))

  -- Both are formatted.
  if vim.lsp.buf.format then
    vim.lsp.buf.format({ timeout_ms = 20000 })
  else
    vim.lsp.buf.formatting_sync({}, 20000)
  end
  equal('the canonical form', {
    '[Game "gipf"]', '[Variant "basic"]', '[Player1 "Anna \u{1F3B2}"]', '[Player2 "Bo"]', '', '1. b3 2. a2-c4 3. c2 *', '',
    '[Game "pippip"]', '[Player1 "Anna \u{1F3B2}"]', '', '1. 5@b2/3 2. 3@b1/5;xb2 *',
  }, lines(0, -1))

  -- Symbols, the board, and goodbye.
  equal('symbols', 2, #ask('textDocument/documentSymbol', { textDocument = vim.lsp.util.make_text_document_params(buffer) }))
  equal('the board', 'c2', ask('pipscribe/board', at(5, 19)).move)
  await('no findings', function() return #vim.diagnostic.get(buffer) == 0 end)
  vim.lsp.stop_client(client)
  await('the end', function() return vim.lsp.client_is_stopped(client) end)
end

local well, why = xpcall(session, debug.traceback)
if not well then fail(why) end
io.stdout:write('all is well\n')
vim.cmd('qall!')
