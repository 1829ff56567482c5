; JSON: the keys of the first two levels, and of the third those that hold more. Where such a one is shown, the
; last key beside it is shown too: a comma must not be the last thing in an object.

(comment) @comment

(document (object
  (pair key: (string) @name value: [(object) (array)]? @body) @definition.key))
(document (object (pair value: (object
  (pair key: (string) @name value: [(object) (array)]? @body) @definition.key))))
(document (object (pair value: (object (pair value: (object
  (pair key: (string) @name value: [(object) (array)] @body) @definition.key))))))
(document (object (pair value: (object (pair value: (object
  (pair value: [(object) (array)])
  (pair key: (string) @name) @definition.key .))))))

; A list at the top: what its first and its last element look like.
(document (array . (object
  (pair key: (string) @name value: [(object) (array)]? @body) @definition.key) @scope))
(document (array (object
  (pair key: (string) @name value: [(object) (array)]? @body) @definition.key) @scope .))
(document [(array) (object)] @scope)
