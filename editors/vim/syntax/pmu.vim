" Syntax of .pmu programs, which docs/programs.md describes.
if exists("b:current_syntax")
  finish
endif

" Names such as core0.reset and fields such as OS contain no reserved words.
syntax match pmuName /[A-Za-z_$][A-Za-z0-9_$]*\(\.[A-Za-z0-9_$]\+\)\+/
syntax match pmuEvent /\<[A-Z][A-Z0-9_]\{2,}\(:[A-Za-z0-9_.]\+\)\?/
syntax match pmuField /\<[A-Za-z_][A-Za-z0-9_]*\ze=[^=]/
syntax match pmuRequirement /\<[A-Z][A-Z0-9]*\(-[A-Z0-9]\+\)*-[RA][0-9]\+\>/
syntax match pmuVariable /\${\w\+}\|\$\w\+/
syntax match pmuNumber /\<\(0x[0-9A-Fa-f_]\+\|0b[01_]\+\|[0-9][0-9_]*\)\>/
syntax match pmuOperator /==\|!=\|<=\|>=\|<<\|>>\|\.\.\|[-+*\/%&|^~<>=]/

syntax keyword pmuHeader pmu covers requires power_on
syntax keyword pmuLoop repeat for in
syntax keyword pmuStatement set raise hold expect read write reset wait
syntax keyword pmuModifier with via lane unit space
syntax keyword pmuConstant off ok error none
syntax keyword pmuFunction min max

syntax keyword pmuTodo contained TODO FIXME XXX
syntax match pmuComment /#.*$/ contains=pmuTodo,@Spell

highlight default link pmuName Identifier
highlight default link pmuEvent Type
highlight default link pmuField Special
highlight default link pmuRequirement Tag
highlight default link pmuVariable PreProc
highlight default link pmuNumber Number
highlight default link pmuOperator Operator
highlight default link pmuHeader PreProc
highlight default link pmuLoop Repeat
highlight default link pmuStatement Statement
highlight default link pmuModifier StorageClass
highlight default link pmuConstant Constant
highlight default link pmuFunction Function
highlight default link pmuTodo Todo
highlight default link pmuComment Comment

let b:current_syntax = "pmu"
