; What C has to itself: a macro that makes a function of what it is given, with the body behind it.

(translation_unit (expression_statement (call_expression
  function: (identifier) arguments: (argument_list . (identifier) @name))) @definition.function
  . (compound_statement) @body)
(preproc_ifdef (expression_statement (call_expression
  function: (identifier) arguments: (argument_list . (identifier) @name))) @definition.function
  . (compound_statement) @body)
(preproc_if (expression_statement (call_expression
  function: (identifier) arguments: (argument_list . (identifier) @name))) @definition.function
  . (compound_statement) @body)
