autocmd BufNewFile,BufRead *.pips setfiletype pips
