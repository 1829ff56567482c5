CREATE TABLE good (
	id INT,
	name TEXT
);
CREATE PROCEDURE what IS THIS;
CREATE TABLE after (id INT);
