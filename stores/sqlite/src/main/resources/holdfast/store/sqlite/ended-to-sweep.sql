-- From where the next sweep goes on, and the last of those that it looks at; nothing if there are not that many any more.
SELECT m.ended_swept_to,
    (SELECT entry FROM ended WHERE entry > m.ended_swept_to ORDER BY entry LIMIT 1 OFFSET ?) AS entry
FROM meta AS m WHERE m.id = 1;
