; HTML: headings, landmarks, forms, whatever has an id; scripts and styles that are taken from elsewhere.

(comment) @comment

(element . (start_tag) @head (end_tag) @tail .) @scope
(script_element . (start_tag) @head (end_tag) @tail .) @scope
(style_element . (start_tag) @head (end_tag) @tail .) @scope

((element . (start_tag . (tag_name) @name) @head (end_tag) @tail .) @definition.element
  (#any-of? @name "main" "nav" "header" "footer" "aside" "section" "article" "form" "dialog" "template" "fieldset"))
((element . (start_tag (attribute . (attribute_name) @_what .
    [(attribute_value) @name.instead (quoted_attribute_value (attribute_value) @name.instead)])) @head
    (end_tag)? @tail .) @definition.element
  (#eq? @_what "id"))
((self_closing_tag (attribute . (attribute_name) @_what
    (quoted_attribute_value (attribute_value) @name.instead))) @definition.element
  (#eq? @_what "id"))

((element . (start_tag . (tag_name) @_tag) . (text) @name) @definition.heading
  (#any-of? @_tag "title" "h1" "h2" "h3" "h4" "h5" "h6"))
((element . (start_tag . (tag_name) @_tag) . (element (start_tag) . (text) @name)) @definition.heading
  (#any-of? @_tag "h1" "h2" "h3" "h4" "h5" "h6"))

((script_element (start_tag (attribute
  (attribute_name) @_what (quoted_attribute_value (attribute_value) @path))) @import) (#eq? @_what "src"))
((start_tag . (tag_name) @_tag (attribute . (attribute_name) @_what
    (quoted_attribute_value (attribute_value) @path))) @import
  (#eq? @_tag "link") (#eq? @_what "href"))
((self_closing_tag . (tag_name) @_tag (attribute . (attribute_name) @_what
    (quoted_attribute_value (attribute_value) @path))) @import
  (#eq? @_tag "link") (#eq? @_what "href"))
