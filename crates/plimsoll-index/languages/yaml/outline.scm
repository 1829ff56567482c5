; YAML: the keys of the first three levels, and the elements of lists that begin with what they are called.

(comment) @comment
(document "---" @head) @scope

; Keys.
(document (block_node (block_mapping 
  (block_mapping_pair key: (_) @name) @definition.key)))
(document (block_node (block_mapping 
  (block_mapping_pair key: (_) @name @head value: (block_node)) @definition.key)))
(document (block_node (block_mapping (block_mapping_pair value: (block_node (block_mapping 
  (block_mapping_pair key: (_) @name) @definition.key))))))
(document (block_node (block_mapping (block_mapping_pair value: (block_node (block_mapping 
  (block_mapping_pair key: (_) @name @head value: (block_node)) @definition.key))))))
(document (block_node (block_mapping (block_mapping_pair value: (block_node (block_mapping (block_mapping_pair value: (block_node (block_mapping 
  (block_mapping_pair key: (_) @name) @definition.key)))))))))
(document (block_node (block_mapping (block_mapping_pair value: (block_node (block_mapping (block_mapping_pair value: (block_node (block_mapping 
  (block_mapping_pair key: (_) @name @head value: (block_node)) @definition.key)))))))))
; A list at the top: plays, rules, records.
(document (block_node (block_sequence (block_sequence_item (block_node (block_mapping 
  (block_mapping_pair key: (_) @name) @definition.key))))))
(document (block_node (block_sequence (block_sequence_item (block_node (block_mapping 
  (block_mapping_pair key: (_) @name @head value: (block_node)) @definition.key))))))

; The elements of a list that is shown.
((document (block_node (block_sequence
  (block_sequence_item (block_node (block_mapping .
    (block_mapping_pair key: (_) @_key value: (flow_node) @name) @head))) @definition.element)))
  (#any-of? @_key "name" "id" "key" "title" "repo" "uses" "path"))
((document (block_node (block_mapping (block_mapping_pair value: (block_node (block_sequence
  (block_sequence_item (block_node (block_mapping .
    (block_mapping_pair key: (_) @_key value: (flow_node) @name) @head))) @definition.element))))))
  (#any-of? @_key "name" "id" "key" "title" "repo" "uses" "path"))
((document (block_node (block_mapping (block_mapping_pair value: (block_node (block_mapping (block_mapping_pair value: (block_node (block_sequence
  (block_sequence_item (block_node (block_mapping .
    (block_mapping_pair key: (_) @_key value: (flow_node) @name) @head))) @definition.element)))))))))
  (#any-of? @_key "name" "id" "key" "title" "repo" "uses" "path"))
((document (block_node (block_mapping (block_mapping_pair value: (block_node (block_mapping (block_mapping_pair value: (block_node (block_mapping (block_mapping_pair value: (block_node (block_sequence
  (block_sequence_item (block_node (block_mapping .
    (block_mapping_pair key: (_) @_key value: (flow_node) @name) @head))) @definition.element))))))))))))
  (#any-of? @_key "name" "id" "key" "title" "repo" "uses" "path"))
((document (block_node (block_sequence (block_sequence_item (block_node (block_mapping (block_mapping_pair value: (block_node (block_sequence
  (block_sequence_item (block_node (block_mapping .
    (block_mapping_pair key: (_) @_key value: (flow_node) @name) @head))) @definition.element)))))))))
  (#any-of? @_key "name" "id" "key" "title" "repo" "uses" "path"))
