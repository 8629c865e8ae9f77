-- From where the next sweep goes on, and the last of the few that it looks at; nothing if there is none.
SELECT m.ended_swept_to,
    (SELECT max(entry) FROM (SELECT entry FROM ended WHERE entry > m.ended_swept_to ORDER BY entry LIMIT ?))
FROM meta AS m WHERE m.id = 1;
