; Elements in scripts: a name with a capital is one of a component.

(jsx_expression) @inner

; A component that is nothing but its elements.
(variable_declarator name: (identifier) @name value: (arrow_function body: (parenthesized_expression
  (jsx_element open_tag: (_) @head close_tag: (_) @tail))))

((jsx_opening_element name: (identifier) @reference.call) (#match? @reference.call "^[A-Z]"))
((jsx_self_closing_element name: (identifier) @reference.call) (#match? @reference.call "^[A-Z]"))
(jsx_opening_element name: (member_expression property: (property_identifier) @reference.call))
(jsx_self_closing_element name: (member_expression property: (property_identifier) @reference.call))
