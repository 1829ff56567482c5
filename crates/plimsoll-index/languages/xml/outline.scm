; XML: the elements of the first two levels, and those with a name of their own.

(Comment) @comment

(element (content) @body) @scope

(document root: (element [(STag (Name) @name) (EmptyElemTag (Name) @name)] (content)? @body) @definition.element)
(document root: (element (content
  (element [(STag (Name) @name) (EmptyElemTag (Name) @name)] (content)? @body) @definition.element)))

((element [(STag (Attribute (Name) @_what (AttValue) @name.instead))
           (EmptyElemTag (Attribute (Name) @_what (AttValue) @name.instead))] (content)? @body) @definition.element
  (#any-of? @_what "id" "name" "Name" "x:Name" "x:Class" "x:Key" "xml:id" "android:id" "android:name" "key" "Include" "ref"))
