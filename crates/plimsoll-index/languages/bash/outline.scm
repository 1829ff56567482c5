; Shell.

(comment) @comment

; What only encloses.
(if_statement "then" @keep) @scope
(elif_clause "then" @keep) @scope.open
(else_clause) @scope.open
; Between the items of a case nothing can stand for what is left out.
(case_statement "in" @keep (case_item)+ @keep) @scope
(for_statement body: (do_group "do" @keep)) @scope
(while_statement body: (do_group "do" @keep)) @scope
(program (compound_statement) @scope)
(program (subshell) @scope)

((command name: (command_name . (word) @_source) . argument: (_) @path) @import
  (#any-of? @_source "source" "."))

(function_definition
  name: (word) @name
  body: [(compound_statement) (subshell) (if_statement) (test_command)] @body) @definition.function

(program (variable_assignment
  name: (variable_name) @name value: [(array) (string . (string_content) .) (raw_string)]? @body) @definition.variable)
(program (variable_assignments (variable_assignment name: (variable_name) @name)) @definition.variable)
(program (declaration_command (variable_assignment
  name: (variable_name) @name value: [(array) (string . (string_content) .) (raw_string)]? @body)) @definition.variable)
(program (declaration_command (variable_name) @name) @definition.variable)

(command name: (command_name . (word) @reference.call))
