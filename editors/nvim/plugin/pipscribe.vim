command! PipscribeBoard lua require('pipscribe').board()
command! PipscribePlay lua require('pipscribe').play()
