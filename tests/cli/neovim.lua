-- The language server with the client of Neovim (0.7 and later):
--   HAMMOCK=build/hammock nvim --headless --clean -S tests/cli/neovim.lua
-- The last line counts: `N passed, N failed`.
local hammock = os.getenv('HAMMOCK')
local passed, failed = 0, 0

local function check(what, is_so)
  if is_so then
    passed = passed + 1
  else
    failed = failed + 1
    io.write('failed: ' .. what .. '\n')
  end
end

local script = {
  '@R.function',
  'def main(x: R.Tensor((2, 4), "float32"), w: R.Tensor((4, 8), "float32")):',
  '    y = R.matmul(x, w)',
  '    z = R.nn.reluu(y)',
  '    return z',
}

local function text() return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n') .. '\n' end
local function ask(method, params) return vim.lsp.buf_request_sync(0, method, params, 10000) end
local function result(method, params)
  for _, answer in pairs(ask(method, params) or {}) do
    if answer.error then io.write(method .. ': ' .. answer.error.message .. '\n') end
    return answer.result
  end
end
local function at(line, column)
  vim.api.nvim_win_set_cursor(0, { line, column })
  return vim.lsp.util.make_position_params(0, 'utf-16')
end

-- What `hammock check` says of the buffer: its lines, in order.
local function checked()
  local lines = {}
  for line in vim.fn.system({ hammock, 'check', '--diagnostics=json', '-' }, text()):gmatch('[^\n]+') do
    local d = vim.fn.json_decode(line)
    table.insert(lines, (d.line == vim.NIL and 0 or d.line - 1) .. ' ' .. d.code)
  end
  return table.concat(lines, '\n')
end
local function shown()
  local lines = {}
  for _, d in ipairs(vim.diagnostic.get(0)) do table.insert(lines, d.lnum .. ' ' .. d.code) end
  return table.concat(lines, '\n')
end

local function mistakes_and_fixes(client)
  check('one problem', vim.wait(10000, function() return #vim.diagnostic.get(0) == 1 end))
  local problem = vim.diagnostic.get(0)[1]
  check('its place', problem ~= nil and problem.lnum == 3)
  local params = vim.lsp.util.make_given_range_params({ 4, 8 }, { 4, 12 }, 0, 'utf-16')
  params.context = { diagnostics = {} }
  local actions = result('textDocument/codeAction', params) or {}
  check('a fix', #actions == 1)
  if actions[1] then vim.lsp.util.apply_workspace_edit(actions[1].edit, client.offset_encoding) end
  check('the fix is applied', text():find('R.nn.relu%(y%)') ~= nil)
  check('no problem is left', vim.wait(10000, function() return #vim.diagnostic.get(0) == 0 end))
end

local function at_a_place(client)
  local hover = result('textDocument/hover', at(3, 4))
  check('hover', hover ~= nil and hover.contents.value:find('y: R.Tensor((2, 8), "float32")', 1, true) ~= nil)
  local definition = result('textDocument/definition', at(4, 18))
  check('definition', definition ~= nil and definition.range.start.line == 2)
  check('references', #result('textDocument/references',
    vim.tbl_extend('force', at(3, 4), { context = { includeDeclaration = true } })) == 2)
  local items = result('textDocument/completion', at(4, 13))
  check('completion', items ~= nil and #items.items > 20)
  local help = result('textDocument/signatureHelp', at(3, 20))
  check('signature', help ~= nil and help.activeParameter == 1)
  local edit = result('textDocument/rename', vim.tbl_extend('force', at(3, 4), { newName = 'product' }))
  if edit then vim.lsp.util.apply_workspace_edit(edit, client.offset_encoding) end
  check('rename', text():find('product = R.matmul(x, w)\n    z = R.nn.relu(product)', 1, true) ~= nil)
  check('outline', result('textDocument/documentSymbol', { textDocument = { uri = vim.uri_from_bufnr(0) } })[1].name == 'main')
end

-- What Neovim makes of an edit, a hundred times: the server has the text that the buffer has.
local function edits()
  local pieces = { { 'x' }, { '' }, { '', '    q = R.add(x, x)' }, { 'ä' }, { '(' }, { '"' }, { 'R.' }, { '😀' } }
  local state = 7
  local function random(n)
    state = (state * 1103515245 + 12345) % 2147483648
    return math.floor(state / 256) % n
  end
  local same = 0
  for i = 1, 100 do
    if i % 10 == 0 then vim.api.nvim_buf_set_lines(0, 0, -1, false, script) end
    local row = 1 + random(vim.api.nvim_buf_line_count(0) - 1)  -- without the decorator the server says nothing
    local line = vim.api.nvim_buf_get_lines(0, row, row + 1, false)[1]
    local column = vim.str_byteindex(line, random(vim.str_utfindex(line) + 1))
    vim.api.nvim_buf_set_text(0, row, column, row, column, pieces[random(#pieces) + 1])
    local wanted = checked()
    if vim.wait(5000, function() return shown() == wanted end, 5) then same = same + 1 end
  end
  check('100 edits, of which ' .. same .. ' are as check says', same == 100)
end

local function formatting(client)
  vim.api.nvim_buf_set_lines(0, 0, -1, false, script)
  vim.api.nvim_buf_set_lines(0, 3, 4, false, { '    z = R.nn.relu( y )  # "ä"' })
  local wanted = vim.fn.system({ hammock, 'fmt', '-' }, text())
  local given = result('textDocument/formatting', vim.lsp.util.make_formatting_params())
  if given then vim.lsp.util.apply_text_edits(given, 0, client.offset_encoding) end
  check('formatting', text() == wanted)
end

local function main()
  vim.api.nvim_buf_set_name(0, vim.fn.tempname() .. '.py')
  vim.api.nvim_buf_set_lines(0, 0, -1, false, script)
  local id = vim.lsp.start_client({ name = 'hammock', cmd = { hammock, 'lsp' }, flags = { debounce_text_changes = 0 } })
  check('the server starts', id ~= nil)
  vim.lsp.buf_attach_client(0, id)
  check('it is initialized', vim.wait(10000, function() return vim.lsp.buf_is_attached(0, id) end))
  local client = vim.lsp.get_client_by_id(id)
  mistakes_and_fixes(client)
  at_a_place(client)
  edits()
  formatting(client)
  client.stop()
  check('the server ends', vim.wait(10000, function() return client.is_stopped() end))
end

local is_fine, why = xpcall(main, debug.traceback)
if not is_fine then
  failed = failed + 1
  io.write(why .. '\n')
end
io.write(passed .. ' passed, ' .. failed .. ' failed\n')
vim.cmd(failed == 0 and 'qall!' or 'cquit')
