setlocal commentstring=#\ %s
setlocal comments=:#
