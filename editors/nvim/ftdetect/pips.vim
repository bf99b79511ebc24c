autocmd BufNewFile,BufRead *.pips setfiletype pips
autocmd BufNewFile,BufRead *.mdx setfiletype mdx
