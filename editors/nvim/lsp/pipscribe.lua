-- For `vim.lsp.enable('pipscribe')`, Neovim 0.11 and newer.
return {
  cmd = { 'pipscribe', 'lsp' },
  filetypes = { 'pips', 'markdown' },
  root_markers = { '.git' },
}
