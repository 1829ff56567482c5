; XML: the elements of the first two levels, and those with a name of their own.

(Comment) @comment

(element . (STag) @head (ETag) @tail .) @scope

(document root: (element . (STag . (Name) @name) @head (ETag) @tail .) @definition.element)
(document root: (element . (EmptyElemTag . (Name) @name)) @definition.element)
(document root: (element (content (element . (STag . (Name) @name) @head (ETag) @tail .) @definition.element)))
(document root: (element (content (element . (EmptyElemTag . (Name) @name)) @definition.element)))

((element . (STag (Attribute . (Name) @_what (AttValue) @name.instead)) @head (ETag) @tail .) @definition.element
  (#any-of? @_what "id" "name" "Name" "x:Name" "x:Class" "x:Key" "xml:id" "android:id" "android:name" "key" "Include"))
((element . (EmptyElemTag (Attribute . (Name) @_what (AttValue) @name.instead))) @definition.element
  (#any-of? @_what "id" "name" "Name" "x:Name" "x:Class" "x:Key" "xml:id" "android:id" "android:name" "key" "Include"))
