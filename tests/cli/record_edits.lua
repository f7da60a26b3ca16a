-- Records what Neovim (0.7) tells a language server while somebody edits scripts, for lsp_test.cpp:
--   HAMMOCK=build/hammock nvim --headless --clean -S tests/cli/record_edits.lua
-- It writes tests/cli/recorded_edits.json: sessions with a text and its changes, as Neovim's client tells them: line and
-- character of both ends, and what stands there then.
local hammock = os.getenv('HAMMOCK')

-- Keys as they are typed, one line a command.
local sessions = {
  { 'samples/attention.py', {
    '6Goscore = R.nn.softmax(R.matmul(q, k), axis=-1)<Esc>', 'u', '<C-r>', 'dd', 'P', 'u',
    'Go<CR>@R.function<CR>def head(x: R.Tensor(("n", 64), "float32")):<CR>    y = R.nn.relu(x)<CR>z = R.add(y, y)<CR>return z<Esc>',
    'kciwzz<Esc>', 'jwciwzz<Esc>', '?relu<CR>cwgelu<Esc>', 'yyp', 'Vjd', 'u', ':%s/w_q/query/g<CR>', 'u', '<C-r>',
    'ggO# ä 😀 notes<Esc>', '0f😀xiö<Esc>', 'jddp', 'u', 'gg}dap', 'u', 'Gothree = R.ad<BS><BS>multiply(zz, zz)<Esc>', 'dd',
    ':%d<CR>', 'u', 'ggVG>', 'u', '/float32<CR>ciwfloat16<Esc>', 'n.', 'uu' } },
  { 'tests/golden/kernels/comments_of_kernels.py', {
    '/prim_func<CR>oa<Esc>dd', '/for <CR>yyjp', 'u', 'wciwrange<Esc>', 'u', '/T.block<CR>f"ci"copy<Esc>', '/axis<CR>f(ci(i, i<Esc>',
    'u', 'jA + T.float32(1)<Esc>', '$xxxxxx', 'Go# the end<Esc>', 'ggdG', 'u', ':%s/    /  /g<CR>', 'u', 'Go<CR><CR>x = 1<Esc>',
    ':g/T\\./t.<CR>', 'u', 'ggO"""A text<CR>of lines<CR>"""<Esc>', 'gg3dd', 'Oimport tvm.script.relax as rx<Esc>', ':%s/R\\./rx./g<CR>', 'u' } },
  { 'samples/int8_attention.py', {
    '/dataflow<CR>olv = R.permute_dims(x, axes=[1, 0])<Esc>', 'yyp', 'wciwlv2<Esc>', 'dd', 'p', 'Vjd', 'u', 'u', 'u', 'u',
    '/R.output<CR>f(a lv,<Esc>', 'u', 'ggyGGp', 'u', ':s/return/retrun/<CR>', 'u', 'G?return<CR>cwreturnn<Esc>', 'u',
    '?with<CR>ddp', 'u', 'V}<lt>', 'u', 'A  # comment (unbalanced<Esc>', 'D', 'u', 'oif True:<CR>pass<Esc>', 'kdj' } },
}

local function keys(text) vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(text, true, true, true), 'xt', false) end
local function text() return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n') .. '\n' end

local function record(path, commands)
  vim.cmd('enew!')
  vim.bo.expandtab, vim.bo.shiftwidth, vim.bo.autoindent, vim.bo.fixeol = true, 4, true, true
  vim.api.nvim_buf_set_name(0, vim.fn.tempname() .. '.py')
  vim.api.nvim_buf_set_lines(0, 0, -1, false, vim.fn.readfile(path))
  local id = vim.lsp.start_client({ name = 'hammock', cmd = { hammock, 'lsp' }, flags = { debounce_text_changes = 0 } })
  vim.lsp.buf_attach_client(0, id)
  vim.wait(10000, function() return vim.lsp.buf_is_attached(0, id) end)
  local client = vim.lsp.get_client_by_id(id)
  local session = { text = text(), changes = {} }
  vim.wait(10000, function() return client.initialized end)
  vim.wait(100)
  local notify = client.notify
  client.notify = function(method, params)
    if method == 'textDocument/didChange' then
      for _, change in ipairs(params.contentChanges) do
        local r = change.range
        table.insert(session.changes, { r.start.line, r.start.character, r['end'].line, r['end'].character, change.text })
      end
    end
    return notify(method, params)
  end
  for _, command in ipairs(commands) do
    pcall(keys, command)
    vim.wait(10)
  end
  client.stop()
  return session
end

local all = {}
for _, s in ipairs(sessions) do table.insert(all, record(s[1], s[2])) end
local lines = {}
for _, session in ipairs(all) do
  local changes = {}
  for _, change in ipairs(session.changes) do table.insert(changes, vim.fn.json_encode(change)) end
  table.insert(lines, '{"text": ' .. vim.fn.json_encode(session.text) .. ',\n"changes": [\n' .. table.concat(changes, ',\n') .. '\n]}')
  io.write(#changes .. ' changes\n')
end
vim.fn.writefile(vim.split('[' .. table.concat(lines, ',\n') .. ']', '\n'), 'tests/cli/recorded_edits.json')
vim.cmd('qall!')
