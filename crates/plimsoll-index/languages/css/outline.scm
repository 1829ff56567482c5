; CSS: selectors, at-rules, and the variables that are declared.

(comment) @comment

(rule_set (selectors) @name (block) @body) @definition.selector
(keyframes_statement (keyframes_name) @name (keyframe_block_list) @body) @definition.selector
(media_statement . (_) @name (block) @body) @definition.selector
(supports_statement . (_) @name (block) @body) @definition.selector
(at_rule (at_keyword) @name (block) @body) @definition.selector
(at_rule (at_keyword) . (keyword_query) @name.instead (block) @body) @definition.selector

((declaration (property_name) @name) @definition.variable (#match? @name "^--"))

(import_statement (string_value) @path) @import
(import_statement (call_expression (arguments (_) @path))) @import
