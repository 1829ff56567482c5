; Lua.

(comment) @comment

; What only encloses.
(do_statement) @scope
(if_statement condition: (_) @keep) @scope
(elseif_statement condition: (_) @keep) @scope.open
(else_statement) @scope.open
[(for_statement) (while_statement) (repeat_statement)] @scope
(function_call arguments: (arguments (table_constructor) @scope)) @scope
(return_statement (expression_list (table_constructor))) @scope
(assignment_statement (expression_list (table_constructor))) @scope
(field value: (table_constructor)) @scope
(function_definition body: (block) @inner)

((function_call
  name: (identifier) @_require
  arguments: (arguments . (string content: (string_content) @path))) @import
  (#eq? @_require "require"))

; A body is what lies between: its block has neither the comments around it nor an end if it is empty.
(function_declaration name: (identifier) @name parameters: (_) @head "end" @tail) @definition.function
(function_declaration
  name: (dot_index_expression field: (identifier) @name) parameters: (_) @head "end" @tail) @definition.function
(function_declaration
  name: (method_index_expression method: (identifier) @name) parameters: (_) @head "end" @tail) @definition.method

; Variables of a file.
(chunk (variable_declaration (variable_list name: (identifier) @name)) @definition.variable)
(chunk (variable_declaration (assignment_statement
  (variable_list name: (identifier) @name)
  (expression_list . value: (_)))) @definition.variable)
(chunk (variable_declaration (assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (table_constructor) @body .))) @definition.variable)
(chunk (assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (_))) @definition.variable)
(chunk (assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (table_constructor) @body .)) @definition.variable)
(chunk (assignment_statement
  (variable_list . name: (dot_index_expression field: (identifier) @name) .)
  (expression_list . value: (table_constructor) @body .)) @definition.field)
(chunk (assignment_statement
  (variable_list . name: (dot_index_expression field: (identifier) @name) .)
  (expression_list . value: [(string) (number) (identifier) (true) (false) (dot_index_expression)] .)) @definition.field)

; A function may have its name from what it is assigned to.
(assignment_statement
  (variable_list . name: [
    (identifier) @name
    (dot_index_expression field: (identifier) @name)
  ] .)
  (expression_list . value: (function_definition parameters: (_) @head "end" @tail) .)) @definition.function
(variable_declaration (assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (function_definition parameters: (_) @head "end" @tail) .))) @definition.function
(field
  name: [(identifier) @name (string content: (string_content) @name)]
  value: (function_definition parameters: (_) @head "end" @tail)) @definition.function

(function_call name: (identifier) @reference.call)
(function_call name: (dot_index_expression field: (identifier) @reference.call))
(function_call name: (method_index_expression method: (identifier) @reference.call))
