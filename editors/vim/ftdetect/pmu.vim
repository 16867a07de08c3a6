autocmd BufNewFile,BufRead *.pmu setfiletype pmu
