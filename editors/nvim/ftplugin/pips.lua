vim.bo.commentstring = '# %s'
vim.bo.comments = ':#'
vim.b.undo_ftplugin = 'setlocal commentstring< comments<'

-- Colours, if Neovim supports them (0.9) and the parser is built.
if vim.treesitter.start then
  pcall(vim.treesitter.start, 0, 'pips')
end
