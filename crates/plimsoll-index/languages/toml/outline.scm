; TOML: tables, and the keys in them. What an inline table has is its key's value.

(comment) @comment

(table [(bare_key) (quoted_key) (dotted_key)] @name) @definition.table
(table_array_element [(bare_key) (quoted_key) (dotted_key)] @name) @definition.table
(document (pair . (_) @name [(array) (string) (inline_table)]? @body) @definition.key)
(table (pair . (_) @name [(array) (string) (inline_table)]? @body) @definition.key)
(table_array_element (pair . (_) @name [(array) (string) (inline_table)]? @body) @definition.key)
