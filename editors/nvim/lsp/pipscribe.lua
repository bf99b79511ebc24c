-- For `vim.lsp.enable('pipscribe')`, Neovim 0.11 and newer.
return {
  cmd = { 'pipscribe', 'lsp' },
  filetypes = { 'pips', 'markdown', 'quarto', 'rmd', 'mdx', 'tex', 'typst' },
  root_markers = { 'pipscribe.toml', '.git' },
}
