CREATE TABLE changes (
	seq INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	at VARCHAR(27) NOT NULL, 
	actor VARCHAR(80) NOT NULL, 
	turn_id VARCHAR(40), 
	table_name VARCHAR(40) NOT NULL, 
	row_id VARCHAR(80) NOT NULL, 
	op VARCHAR(6) NOT NULL, 
	"before" JSON, 
	"after" JSON
);
INSERT INTO changes VALUES (1, '2026-03-04T11:00:00.000000Z', 'anna', 'turn_1', 'preferences', 'tz', 'insert', NULL, '{"id":"tz","value":"Asia/Seoul"}');
INSERT INTO changes VALUES (2, '2026-03-04T11:00:00.000000Z', 'anna', 'turn_1', 'preferences', 'currency', 'insert', NULL, '{"id":"currency","value":"KRW"}');
INSERT INTO changes VALUES (3, '2026-03-04T11:00:00.000000Z', 'anna', 'turn_1', 'preferences', 'language', 'insert', NULL, '{"id":"language","value":"ko"}');
INSERT INTO changes VALUES (4, '2026-03-04T11:00:00.000000Z', 'anna', 'turn_1', 'apps', 'app_06gzq4dtg000hb3gr630p1', 'insert', NULL, '{"id":"app_06gzq4dtg000hb3gr630p1","name":"빵 일지","version":1,"spec":{"spec_version":1,"name":"빵 일지","language":"ko","icon":"🍞","summary":"","labels":{},"domain":null,"aliases":[],"entities":[{"name":"loaf","label":"빵","fields":[{"name":"name","label":"이름","type":"text","key":"name","labels":{},"aliases":[],"unit":null,"currency":null,"choices":[],"strict":false,"required":false,"default":null,"minimum":null,"maximum":null,"formula":null,"concept":null,"aggregate":null,"ref":null,"display_unit":null},{"name":"flour","label":"밀가루","type":"quantity","key":"flour","labels":{},"aliases":[],"unit":"g","currency":null,"choices":[],"strict":false,"required":false,"default":null,"minimum":null,"maximum":null,"formula":null,"concept":null,"aggregate":"sum","ref":null,"display_unit":null},{"name":"water","label":"물","type":"quantity","key":"water","labels":{},"aliases":[],"unit":"g","currency":null,"choices":[],"strict":false,"required":false,"default":null,"minimum":null,"maximum":null,"formula":null,"concept":null,"aggregate":null,"ref":null,"display_unit":null},{"name":"hydration","label":"수분율","type":"percent","key":"hydration","labels":{},"aliases":[],"unit":null,"currency":null,"choices":[],"strict":false,"required":false,"default":null,"minimum":null,"maximum":null,"formula":"water / flour * 100","concept":null,"aggregate":null,"ref":null,"display_unit":null},{"name":"baked_on","label":"날짜","type":"date","key":"baked_on","labels":{},"aliases":[],"unit":null,"currency":null,"choices":[],"strict":false,"required":false,"default":"today","minimum":null,"maximum":null,"formula":null,"concept":null,"aggregate":null,"ref":null,"display_unit":null},{"name":"rating","label":"평점","type":"rating","key":"rating","labels":{},"aliases":[],"unit":null,"currency":null,"choices":[],"strict":false,"required":false,"default":null,"minimum":null,"maximum":5.0,"formula":null,"concept":null,"aggregate":null,"ref":null,"display_unit":null}],"labels":{},"aliases":[],"title_field":"name","time_field":"baked_on","notes_field":null,"done_field":null,"sort":null,"retired":[]}],"metrics":[],"views":[{"kind":"table","entity":"loaf","title":"","labels":{},"fields":[],"group_by":null,"aggregate":null,"period":null,"chart":null,"where":[]},{"kind":"chart","entity":"loaf","title":"","labels":{},"fields":["flour"],"group_by":null,"aggregate":null,"period":null,"chart":null,"where":[]}],"rules":[],"reminders":[],"logic":[],"widget":null,"checks":[{"name":"generated: values of loaf","kind":"values","target":"loaf","entity":"loaf","records":[{"name":"이름 1","flour":2.5,"water":2.5,"baked_on":"2026-01-14","rating":2}],"expected":null},{"name":"generated: view 0","kind":"view","target":"0","entity":"loaf","records":[],"expected":null},{"name":"generated: view 1","kind":"view","target":"1","entity":"loaf","records":[],"expected":null}],"policy":{"stakes":"ordinary","visibility":"private","shared_with":[],"remote_prompts":false}},"created_at":"2026-03-04T11:00:00.000000Z","created_by":"anna","created_turn":"turn_1","updated_at":"2026-03-04T11:00:00.000000Z","deleted_at":null}');
INSERT INTO changes VALUES (5, '2026-03-04T11:00:00.000000Z', 'anna', 'turn_1', 'app_versions', 'app_06gzq4dtg000hb3gr630p1:1', 'insert', NULL, '{"id":"app_06gzq4dtg000hb3gr630p1:1","app_id":"app_06gzq4dtg000hb3gr630p1","number":1,"spec":{"spec_version":1,"name":"빵 일지","language":"ko","icon":"🍞","summary":"","labels":{},"domain":null,"aliases":[],"entities":[{"name":"loaf","label":"빵","fields":[{"name":"name","label":"이름","type":"text","key":"name","labels":{},"aliases":[],"unit":null,"currency":null,"choices":[],"strict":false,"required":false,"default":null,"minimum":null,"maximum":null,"formula":null,"concept":null,"aggregate":null,"ref":null,"display_unit":null},{"name":"flour","label":"밀가루","type":"quantity","key":"flour","labels":{},"aliases":[],"unit":"g","currency":null,"choices":[],"strict":false,"required":false,"default":null,"minimum":null,"maximum":null,"formula":null,"concept":null,"aggregate":"sum","ref":null,"display_unit":null},{"name":"water","label":"물","type":"quantity","key":"water","labels":{},"aliases":[],"unit":"g","currency":null,"choices":[],"strict":false,"required":false,"default":null,"minimum":null,"maximum":null,"formula":null,"concept":null,"aggregate":null,"ref":null,"display_unit":null},{"name":"hydration","label":"수분율","type":"percent","key":"hydration","labels":{},"aliases":[],"unit":null,"currency":null,"choices":[],"strict":false,"required":false,"default":null,"minimum":null,"maximum":null,"formula":"water / flour * 100","concept":null,"aggregate":null,"ref":null,"display_unit":null},{"name":"baked_on","label":"날짜","type":"date","key":"baked_on","labels":{},"aliases":[],"unit":null,"currency":null,"choices":[],"strict":false,"required":false,"default":"today","minimum":null,"maximum":null,"formula":null,"concept":null,"aggregate":null,"ref":null,"display_unit":null},{"name":"rating","label":"평점","type":"rating","key":"rating","labels":{},"aliases":[],"unit":null,"currency":null,"choices":[],"strict":false,"required":false,"default":null,"minimum":null,"maximum":5.0,"formula":null,"concept":null,"aggregate":null,"ref":null,"display_unit":null}],"labels":{},"aliases":[],"title_field":"name","time_field":"baked_on","notes_field":null,"done_field":null,"sort":null,"retired":[]}],"metrics":[],"views":[{"kind":"table","entity":"loaf","title":"","labels":{},"fields":[],"group_by":null,"aggregate":null,"period":null,"chart":null,"where":[]},{"kind":"chart","entity":"loaf","title":"","labels":{},"fields":["flour"],"group_by":null,"aggregate":null,"period":null,"chart":null,"where":[]}],"rules":[],"reminders":[],"logic":[],"widget":null,"checks":[{"name":"generated: values of loaf","kind":"values","target":"loaf","entity":"loaf","records":[{"name":"이름 1","flour":2.5,"water":2.5,"baked_on":"2026-01-14","rating":2}],"expected":null},{"name":"generated: view 0","kind":"view","target":"0","entity":"loaf","records":[],"expected":null},{"name":"generated: view 1","kind":"view","target":"1","entity":"loaf","records":[],"expected":null}],"policy":{"stakes":"ordinary","visibility":"private","shared_with":[],"remote_prompts":false}},"reason":"created","report":null,"at":"2026-03-04T11:00:00.000000Z","actor":"anna","turn_id":"turn_1"}');
INSERT INTO changes VALUES (6, '2026-03-04T12:00:00.000000Z', 'anna', 'turn_log_0', 'records', 'rec_06gzq4dtgg005g4xnp7by7', 'insert', NULL, '{"id":"rec_06gzq4dtgg005g4xnp7by7","app_id":"app_06gzq4dtg000hb3gr630p1","entity":"loaf","title":"사워도우 1","time_at":"2026-03-01T00:00:00","data":{"name":"사워도우 1","flour":500,"water":350,"rating":3,"baked_on":"2026-03-01"},"computed":{"hydration":70},"created_at":"2026-03-04T12:00:00.000000Z","created_turn":"turn_log_0","updated_at":"2026-03-04T12:00:00.000000Z","version":1}');
INSERT INTO changes VALUES (7, '2026-03-04T13:00:00.000000Z', 'anna', 'turn_log_1', 'records', 'rec_06gzq4dtgw00z79axe8w1j', 'insert', NULL, '{"id":"rec_06gzq4dtgw00z79axe8w1j","app_id":"app_06gzq4dtg000hb3gr630p1","entity":"loaf","title":"사워도우 2","time_at":"2026-03-02T00:00:00","data":{"name":"사워도우 2","flour":450,"water":340,"rating":4,"baked_on":"2026-03-02"},"computed":{"hydration":75.55555556},"created_at":"2026-03-04T13:00:00.000000Z","created_turn":"turn_log_1","updated_at":"2026-03-04T13:00:00.000000Z","version":1}');
INSERT INTO changes VALUES (8, '2026-03-04T14:00:00.000000Z', 'anna', 'turn_log_2', 'records', 'rec_06gzq4dth400e7wjkykd2c', 'insert', NULL, '{"id":"rec_06gzq4dth400e7wjkykd2c","app_id":"app_06gzq4dtg000hb3gr630p1","entity":"loaf","title":"사워도우 3","time_at":"2026-03-03T00:00:00","data":{"name":"사워도우 3","flour":600,"water":390,"rating":5,"baked_on":"2026-03-03"},"computed":{"hydration":65},"created_at":"2026-03-04T14:00:00.000000Z","created_turn":"turn_log_2","updated_at":"2026-03-04T14:00:00.000000Z","version":1}');
INSERT INTO changes VALUES (9, '2026-03-04T14:00:00.000000Z', 'anna', 'turn_edit', 'apps', 'app_06gzq4dtg000hb3gr630p1', 'update', '{"version":1,"spec/entities":[{"name":"loaf","label":"빵","fields":[{"name":"name","label":"이름","type":"text","key":"name","labels":{},"aliases":[],"unit":null,"currency":null,"choices":[],"strict":false,"required":false,"default":null,"minimum":null,"maximum":null,"formula":null,"concept":null,"aggregate":null,"ref":null,"display_unit":null},{"name":"flour","label":"밀가루","type":"quantity","key":"flour","labels":{},"aliases":[],"unit":"g","currency":null,"choices":[],"strict":false,"required":false,"default":null,"minimum":null,"maximum":null,"formula":null,"concept":null,"aggregate":"sum","ref":null,"display_unit":null},{"name":"water","label":"물","type":"quantity","key":"water","labels":{},"aliases":[],"unit":"g","currency":null,"choices":[],"strict":false,"required":false,"default":null,"minimum":null,"maximum":null,"formula":null,"concept":null,"aggregate":null,"ref":null,"display_unit":null},{"name":"hydration","label":"수분율","type":"percent","key":"hydration","labels":{},"aliases":[],"unit":null,"currency":null,"choices":[],"strict":false,"required":false,"default":null,"minimum":null,"maximum":null,"formula":"water / flour * 100","concept":null,"aggregate":null,"ref":null,"display_unit":null},{"name":"baked_on","label":"날짜","type":"date","key":"baked_on","labels":{},"aliases":[],"unit":null,"currency":null,"choices":[],"strict":false,"required":false,"default":"today","minimum":null,"maximum":null,"formula":null,"concept":null,"aggregate":null,"ref":null,"display_unit":null},{"name":"rating","label":"평점","type":"rating","key":"rating","labels":{},"aliases":[],"unit":null,"currency":null,"choices":[],"strict":false,"required":false,"default":null,"minimum":null,"maximum":5.0,"formula":null,"concept":null,"aggregate":null,"ref":null,"display_unit":null}],"labels":{},"aliases":[],"title_field":"name","time_field":"baked_on","notes_field":null,"done_field":null,"sort":null,"retired":[]}],"spec/checks":[{"name":"generated: values of loaf","kind":"values","target":"loaf","entity":"loaf","records":[{"name":"이름 1","flour":2.5,"water":2.5,"baked_on":"2026-01-14","rating":2}],"expected":null},{"name":"generated: view 0","kind":"view","target":"0","entity":"loaf","records":[],"expected":null},{"name":"generated: view 1","kind":"view","target":"1","entity":"loaf","records":[],"expected":null}]}', '{"version":2,"spec/entities":[{"name":"loaf","label":"빵","fields":[{"name":"name","label":"이름","type":"text","key":"name","labels":{},"aliases":[],"unit":null,"currency":null,"choices":[],"strict":false,"required":false,"default":null,"minimum":null,"maximum":null,"formula":null,"concept":null,"aggregate":null,"ref":null,"display_unit":null},{"name":"flour","label":"밀가루","type":"quantity","key":"flour","labels":{},"aliases":[],"unit":"g","currency":null,"choices":[],"strict":false,"required":false,"default":null,"minimum":null,"maximum":null,"formula":null,"concept":null,"aggregate":"sum","ref":null,"display_unit":null},{"name":"water","label":"물","type":"quantity","key":"water","labels":{},"aliases":[],"unit":"g","currency":null,"choices":[],"strict":false,"required":false,"default":null,"minimum":null,"maximum":null,"formula":null,"concept":null,"aggregate":null,"ref":null,"display_unit":null},{"name":"hydration","label":"수분율","type":"percent","key":"hydration","labels":{},"aliases":[],"unit":null,"currency":null,"choices":[],"strict":false,"required":false,"default":null,"minimum":null,"maximum":null,"formula":"water / flour * 100","concept":null,"aggregate":null,"ref":null,"display_unit":null},{"name":"baked_on","label":"날짜","type":"date","key":"baked_on","labels":{},"aliases":[],"unit":null,"currency":null,"choices":[],"strict":false,"required":false,"default":"today","minimum":null,"maximum":null,"formula":null,"concept":null,"aggregate":null,"ref":null,"display_unit":null},{"name":"rating","label":"평점","type":"rating","key":"rating","labels":{},"aliases":[],"unit":null,"currency":null,"choices":[],"strict":false,"required":false,"default":null,"minimum":null,"maximum":5.0,"formula":null,"concept":null,"aggregate":null,"ref":null,"display_unit":null},{"name":"notes","label":"메모","type":"long_text","key":"notes","labels":{},"aliases":[],"unit":null,"currency":null,"choices":[],"strict":false,"required":false,"default":null,"minimum":null,"maximum":null,"formula":null,"concept":null,"aggregate":null,"ref":null,"display_unit":null}],"labels":{},"aliases":[],"title_field":"name","time_field":"baked_on","notes_field":null,"done_field":null,"sort":null,"retired":[]}],"spec/checks":[{"name":"generated: values of loaf","kind":"values","target":"loaf","entity":"loaf","records":[{"name":"이름 1","flour":2.5,"water":2.5,"baked_on":"2026-01-14","rating":2,"notes":"메모 1"}],"expected":null},{"name":"generated: view 0","kind":"view","target":"0","entity":"loaf","records":[],"expected":null},{"name":"generated: view 1","kind":"view","target":"1","entity":"loaf","records":[],"expected":null}]}');
INSERT INTO changes VALUES (10, '2026-03-04T14:00:00.000000Z', 'anna', 'turn_edit', 'app_versions', 'app_06gzq4dtg000hb3gr630p1:2', 'insert', NULL, '{"id":"app_06gzq4dtg000hb3gr630p1:2","app_id":"app_06gzq4dtg000hb3gr630p1","number":2,"spec":{"spec_version":1,"name":"빵 일지","language":"ko","icon":"🍞","summary":"","labels":{},"domain":null,"aliases":[],"entities":[{"name":"loaf","label":"빵","fields":[{"name":"name","label":"이름","type":"text","key":"name","labels":{},"aliases":[],"unit":null,"currency":null,"choices":[],"strict":false,"required":false,"default":null,"minimum":null,"maximum":null,"formula":null,"concept":null,"aggregate":null,"ref":null,"display_unit":null},{"name":"flour","label":"밀가루","type":"quantity","key":"flour","labels":{},"aliases":[],"unit":"g","currency":null,"choices":[],"strict":false,"required":false,"default":null,"minimum":null,"maximum":null,"formula":null,"concept":null,"aggregate":"sum","ref":null,"display_unit":null},{"name":"water","label":"물","type":"quantity","key":"water","labels":{},"aliases":[],"unit":"g","currency":null,"choices":[],"strict":false,"required":false,"default":null,"minimum":null,"maximum":null,"formula":null,"concept":null,"aggregate":null,"ref":null,"display_unit":null},{"name":"hydration","label":"수분율","type":"percent","key":"hydration","labels":{},"aliases":[],"unit":null,"currency":null,"choices":[],"strict":false,"required":false,"default":null,"minimum":null,"maximum":null,"formula":"water / flour * 100","concept":null,"aggregate":null,"ref":null,"display_unit":null},{"name":"baked_on","label":"날짜","type":"date","key":"baked_on","labels":{},"aliases":[],"unit":null,"currency":null,"choices":[],"strict":false,"required":false,"default":"today","minimum":null,"maximum":null,"formula":null,"concept":null,"aggregate":null,"ref":null,"display_unit":null},{"name":"rating","label":"평점","type":"rating","key":"rating","labels":{},"aliases":[],"unit":null,"currency":null,"choices":[],"strict":false,"required":false,"default":null,"minimum":null,"maximum":5.0,"formula":null,"concept":null,"aggregate":null,"ref":null,"display_unit":null},{"name":"notes","label":"메모","type":"long_text","key":"notes","labels":{},"aliases":[],"unit":null,"currency":null,"choices":[],"strict":false,"required":false,"default":null,"minimum":null,"maximum":null,"formula":null,"concept":null,"aggregate":null,"ref":null,"display_unit":null}],"labels":{},"aliases":[],"title_field":"name","time_field":"baked_on","notes_field":null,"done_field":null,"sort":null,"retired":[]}],"metrics":[],"views":[{"kind":"table","entity":"loaf","title":"","labels":{},"fields":[],"group_by":null,"aggregate":null,"period":null,"chart":null,"where":[]},{"kind":"chart","entity":"loaf","title":"","labels":{},"fields":["flour"],"group_by":null,"aggregate":null,"period":null,"chart":null,"where":[]}],"rules":[],"reminders":[],"logic":[],"widget":null,"checks":[{"name":"generated: values of loaf","kind":"values","target":"loaf","entity":"loaf","records":[{"name":"이름 1","flour":2.5,"water":2.5,"baked_on":"2026-01-14","rating":2,"notes":"메모 1"}],"expected":null},{"name":"generated: view 0","kind":"view","target":"0","entity":"loaf","records":[],"expected":null},{"name":"generated: view 1","kind":"view","target":"1","entity":"loaf","records":[],"expected":null}],"policy":{"stakes":"ordinary","visibility":"private","shared_with":[],"remote_prompts":false}},"reason":"메모 추가","report":null,"at":"2026-03-04T14:00:00.000000Z","actor":"anna","turn_id":"turn_edit"}');
INSERT INTO changes VALUES (11, '2026-03-04T14:00:00.000000Z', 'anna', 'turn_wrong', 'records', 'rec_06gzq4dth400e7wjkykd2c', 'update', '{"data/rating":5}', '{"data/rating":1,"data/notes":"너무 탔다"}');
CREATE TABLE preferences (
	id VARCHAR(80) NOT NULL, 
	value JSON NOT NULL, 
	CONSTRAINT pk_preferences PRIMARY KEY (id)
);
INSERT INTO preferences VALUES ('tz', '"Asia/Seoul"');
INSERT INTO preferences VALUES ('currency', '"KRW"');
INSERT INTO preferences VALUES ('language', '"ko"');
CREATE TABLE blobs (
	id VARCHAR(64) NOT NULL, 
	media_type VARCHAR(120) NOT NULL, 
	name VARCHAR(255), 
	size_bytes BIGINT NOT NULL, 
	created_at VARCHAR(27) NOT NULL, 
	CONSTRAINT pk_blobs PRIMARY KEY (id)
);
CREATE TABLE apps (
	id VARCHAR(40) NOT NULL, 
	name VARCHAR(200) NOT NULL, 
	version INTEGER NOT NULL, 
	spec JSON NOT NULL, 
	created_at VARCHAR(27) NOT NULL, 
	created_by VARCHAR(80) NOT NULL, 
	created_turn VARCHAR(40), 
	updated_at VARCHAR(27) NOT NULL, 
	deleted_at VARCHAR(27), 
	CONSTRAINT pk_apps PRIMARY KEY (id)
);
INSERT INTO apps VALUES ('app_06gzq4dtg000hb3gr630p1', '빵 일지', 2, '{"spec_version":1,"name":"빵 일지","language":"ko","icon":"🍞","summary":"","labels":{},"domain":null,"aliases":[],"entities":[{"name":"loaf","label":"빵","fields":[{"name":"name","label":"이름","type":"text","key":"name","labels":{},"aliases":[],"unit":null,"currency":null,"choices":[],"strict":false,"required":false,"default":null,"minimum":null,"maximum":null,"formula":null,"concept":null,"aggregate":null,"ref":null,"display_unit":null},{"name":"flour","label":"밀가루","type":"quantity","key":"flour","labels":{},"aliases":[],"unit":"g","currency":null,"choices":[],"strict":false,"required":false,"default":null,"minimum":null,"maximum":null,"formula":null,"concept":null,"aggregate":"sum","ref":null,"display_unit":null},{"name":"water","label":"물","type":"quantity","key":"water","labels":{},"aliases":[],"unit":"g","currency":null,"choices":[],"strict":false,"required":false,"default":null,"minimum":null,"maximum":null,"formula":null,"concept":null,"aggregate":null,"ref":null,"display_unit":null},{"name":"hydration","label":"수분율","type":"percent","key":"hydration","labels":{},"aliases":[],"unit":null,"currency":null,"choices":[],"strict":false,"required":false,"default":null,"minimum":null,"maximum":null,"formula":"water / flour * 100","concept":null,"aggregate":null,"ref":null,"display_unit":null},{"name":"baked_on","label":"날짜","type":"date","key":"baked_on","labels":{},"aliases":[],"unit":null,"currency":null,"choices":[],"strict":false,"required":false,"default":"today","minimum":null,"maximum":null,"formula":null,"concept":null,"aggregate":null,"ref":null,"display_unit":null},{"name":"rating","label":"평점","type":"rating","key":"rating","labels":{},"aliases":[],"unit":null,"currency":null,"choices":[],"strict":false,"required":false,"default":null,"minimum":null,"maximum":5.0,"formula":null,"concept":null,"aggregate":null,"ref":null,"display_unit":null},{"name":"notes","label":"메모","type":"long_text","key":"notes","labels":{},"aliases":[],"unit":null,"currency":null,"choices":[],"strict":false,"required":false,"default":null,"minimum":null,"maximum":null,"formula":null,"concept":null,"aggregate":null,"ref":null,"display_unit":null}],"labels":{},"aliases":[],"title_field":"name","time_field":"baked_on","notes_field":null,"done_field":null,"sort":null,"retired":[]}],"metrics":[],"views":[{"kind":"table","entity":"loaf","title":"","labels":{},"fields":[],"group_by":null,"aggregate":null,"period":null,"chart":null,"where":[]},{"kind":"chart","entity":"loaf","title":"","labels":{},"fields":["flour"],"group_by":null,"aggregate":null,"period":null,"chart":null,"where":[]}],"rules":[],"reminders":[],"logic":[],"widget":null,"checks":[{"name":"generated: values of loaf","kind":"values","target":"loaf","entity":"loaf","records":[{"name":"이름 1","flour":2.5,"water":2.5,"baked_on":"2026-01-14","rating":2,"notes":"메모 1"}],"expected":null},{"name":"generated: view 0","kind":"view","target":"0","entity":"loaf","records":[],"expected":null},{"name":"generated: view 1","kind":"view","target":"1","entity":"loaf","records":[],"expected":null}],"policy":{"stakes":"ordinary","visibility":"private","shared_with":[],"remote_prompts":false}}', '2026-03-04T11:00:00.000000Z', 'anna', 'turn_1', '2026-03-04T14:00:00.000000Z', NULL);
CREATE TABLE journal (
	seq INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	id VARCHAR(40) NOT NULL, 
	kind VARCHAR(40) NOT NULL, 
	turn_id VARCHAR(40), 
	body TEXT NOT NULL, 
	previous VARCHAR(64) NOT NULL, 
	hash VARCHAR(64) NOT NULL, 
	CONSTRAINT uq_journal_id UNIQUE (id)
);
INSERT INTO journal VALUES (1, 'dec_06gzq4dtgm002phfar88zm', 'decision', 'turn_log_0', '{"actor":"anna","at":"2026-03-04T12:00:00+00:00","evidence":["turn_log_0"],"id":"dec_06gzq4dtgm002phfar88zm","kind":"decision","payload":{"alternatives":[{"option":"log","probability":0.9,"why":""},{"option":"ask","probability":0.1,"why":""}],"details":{},"option":"log","policy":"","why":""},"turn_id":"turn_log_0"}', '0000000000000000000000000000000000000000000000000000000000000000', 'e8e9a1b8798e061e6fcc1865d751c0dc7350474b2382c391729af738b5a3b609');
INSERT INTO journal VALUES (2, 'dec_06gzq4dth00091pjyzj3ch', 'decision', 'turn_log_1', '{"actor":"anna","at":"2026-03-04T13:00:00+00:00","evidence":["turn_log_1"],"id":"dec_06gzq4dth00091pjyzj3ch","kind":"decision","payload":{"alternatives":[{"option":"log","probability":0.9,"why":""},{"option":"ask","probability":0.1,"why":""}],"details":{},"option":"log","policy":"","why":""},"turn_id":"turn_log_1"}', 'e8e9a1b8798e061e6fcc1865d751c0dc7350474b2382c391729af738b5a3b609', '88b4939dbbbba0fa97c4dc23b19e576e1aa9a11b550dbced06f7d6c0143579c7');
INSERT INTO journal VALUES (3, 'dec_06gzq4dth401c7g64q6fpz', 'decision', 'turn_log_2', '{"actor":"anna","at":"2026-03-04T14:00:00+00:00","evidence":["turn_log_2"],"id":"dec_06gzq4dth401c7g64q6fpz","kind":"decision","payload":{"alternatives":[{"option":"log","probability":0.9,"why":""},{"option":"ask","probability":0.1,"why":""}],"details":{},"option":"log","policy":"","why":""},"turn_id":"turn_log_2"}', '88b4939dbbbba0fa97c4dc23b19e576e1aa9a11b550dbced06f7d6c0143579c7', 'c4199bb74b5a74a3e79210d65bcd630d95fce95a57e38ed88097f87f55f60482');
CREATE TABLE evidence (
	seq INTEGER NOT NULL, 
	entry_id VARCHAR(40) NOT NULL, 
	target VARCHAR(80) NOT NULL, 
	CONSTRAINT pk_evidence PRIMARY KEY (seq)
);
INSERT INTO evidence VALUES (1, 'dec_06gzq4dtgm002phfar88zm', 'turn_log_0');
INSERT INTO evidence VALUES (2, 'dec_06gzq4dth00091pjyzj3ch', 'turn_log_1');
INSERT INTO evidence VALUES (3, 'dec_06gzq4dth401c7g64q6fpz', 'turn_log_2');
CREATE TABLE memories (
	id VARCHAR(40) NOT NULL, 
	position BIGINT NOT NULL, 
	tier VARCHAR(8) NOT NULL, 
	text TEXT NOT NULL, 
	tokens TEXT NOT NULL, 
	mark VARCHAR(64) NOT NULL, 
	language VARCHAR(8) NOT NULL, 
	person VARCHAR(80) NOT NULL, 
	speaker VARCHAR(80) NOT NULL, 
	source VARCHAR(80) NOT NULL, 
	at VARCHAR(19) NOT NULL, 
	status VARCHAR(10) NOT NULL, 
	replaced_by VARCHAR(40), 
	CONSTRAINT pk_memories PRIMARY KEY (id)
);
CREATE TABLE reminders (
	id VARCHAR(40) NOT NULL, 
	text TEXT NOT NULL, 
	start VARCHAR(19) NOT NULL, 
	tz VARCHAR(64) NOT NULL, 
	rrule VARCHAR(400), 
	app_id VARCHAR(40), 
	status VARCHAR(10) NOT NULL, 
	since VARCHAR(27) NOT NULL, 
	snoozed VARCHAR(27), 
	skipped VARCHAR(27), 
	answered VARCHAR(27), 
	created_at VARCHAR(27) NOT NULL, 
	updated_at VARCHAR(27) NOT NULL, 
	CONSTRAINT pk_reminders PRIMARY KEY (id)
);
CREATE TABLE deliveries (
	id VARCHAR(40) NOT NULL, 
	due VARCHAR(27), 
	snoozed VARCHAR(27), 
	at VARCHAR(27) NOT NULL, 
	missed INTEGER NOT NULL, 
	CONSTRAINT pk_deliveries PRIMARY KEY (id)
);
CREATE TABLE turns (
	id VARCHAR(40) NOT NULL, 
	person VARCHAR(80) NOT NULL, 
	at VARCHAR(32) NOT NULL, 
	local_at VARCHAR(32) NOT NULL, 
	text TEXT NOT NULL, 
	language VARCHAR(8) NOT NULL, 
	act VARCHAR(20) NOT NULL, 
	app_id VARCHAR(40), 
	memory JSON NOT NULL, 
	result JSON NOT NULL, 
	effects BOOLEAN NOT NULL, 
	undone_by VARCHAR(40), 
	CONSTRAINT pk_turns PRIMARY KEY (id)
);
CREATE TABLE sessions (
	id VARCHAR(64) NOT NULL, 
	kind VARCHAR(10) NOT NULL, 
	person VARCHAR(80) NOT NULL, 
	csrf VARCHAR(64) NOT NULL, 
	label VARCHAR(200) NOT NULL, 
	created_at VARCHAR(27) NOT NULL, 
	expires_at VARCHAR(27), 
	CONSTRAINT pk_sessions PRIMARY KEY (id)
);
CREATE TABLE passwords (
	id VARCHAR(80) NOT NULL, 
	hash VARCHAR(200) NOT NULL, 
	changed_at VARCHAR(27) NOT NULL, 
	CONSTRAINT pk_passwords PRIMARY KEY (id)
);
CREATE TABLE secrets (
	id VARCHAR(40) NOT NULL, 
	secret VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_secrets PRIMARY KEY (id)
);
CREATE TABLE app_versions (
	id VARCHAR(60) NOT NULL, 
	app_id VARCHAR(40) NOT NULL, 
	number INTEGER NOT NULL, 
	spec JSON NOT NULL, 
	reason TEXT NOT NULL, 
	report JSON, 
	at VARCHAR(27) NOT NULL, 
	actor VARCHAR(80) NOT NULL, 
	turn_id VARCHAR(40), 
	CONSTRAINT pk_app_versions PRIMARY KEY (id), 
	CONSTRAINT fk_app_versions_app_id FOREIGN KEY(app_id) REFERENCES apps (id)
);
INSERT INTO app_versions VALUES ('app_06gzq4dtg000hb3gr630p1:1', 'app_06gzq4dtg000hb3gr630p1', 1, '{"spec_version":1,"name":"빵 일지","language":"ko","icon":"🍞","summary":"","labels":{},"domain":null,"aliases":[],"entities":[{"name":"loaf","label":"빵","fields":[{"name":"name","label":"이름","type":"text","key":"name","labels":{},"aliases":[],"unit":null,"currency":null,"choices":[],"strict":false,"required":false,"default":null,"minimum":null,"maximum":null,"formula":null,"concept":null,"aggregate":null,"ref":null,"display_unit":null},{"name":"flour","label":"밀가루","type":"quantity","key":"flour","labels":{},"aliases":[],"unit":"g","currency":null,"choices":[],"strict":false,"required":false,"default":null,"minimum":null,"maximum":null,"formula":null,"concept":null,"aggregate":"sum","ref":null,"display_unit":null},{"name":"water","label":"물","type":"quantity","key":"water","labels":{},"aliases":[],"unit":"g","currency":null,"choices":[],"strict":false,"required":false,"default":null,"minimum":null,"maximum":null,"formula":null,"concept":null,"aggregate":null,"ref":null,"display_unit":null},{"name":"hydration","label":"수분율","type":"percent","key":"hydration","labels":{},"aliases":[],"unit":null,"currency":null,"choices":[],"strict":false,"required":false,"default":null,"minimum":null,"maximum":null,"formula":"water / flour * 100","concept":null,"aggregate":null,"ref":null,"display_unit":null},{"name":"baked_on","label":"날짜","type":"date","key":"baked_on","labels":{},"aliases":[],"unit":null,"currency":null,"choices":[],"strict":false,"required":false,"default":"today","minimum":null,"maximum":null,"formula":null,"concept":null,"aggregate":null,"ref":null,"display_unit":null},{"name":"rating","label":"평점","type":"rating","key":"rating","labels":{},"aliases":[],"unit":null,"currency":null,"choices":[],"strict":false,"required":false,"default":null,"minimum":null,"maximum":5.0,"formula":null,"concept":null,"aggregate":null,"ref":null,"display_unit":null}],"labels":{},"aliases":[],"title_field":"name","time_field":"baked_on","notes_field":null,"done_field":null,"sort":null,"retired":[]}],"metrics":[],"views":[{"kind":"table","entity":"loaf","title":"","labels":{},"fields":[],"group_by":null,"aggregate":null,"period":null,"chart":null,"where":[]},{"kind":"chart","entity":"loaf","title":"","labels":{},"fields":["flour"],"group_by":null,"aggregate":null,"period":null,"chart":null,"where":[]}],"rules":[],"reminders":[],"logic":[],"widget":null,"checks":[{"name":"generated: values of loaf","kind":"values","target":"loaf","entity":"loaf","records":[{"name":"이름 1","flour":2.5,"water":2.5,"baked_on":"2026-01-14","rating":2}],"expected":null},{"name":"generated: view 0","kind":"view","target":"0","entity":"loaf","records":[],"expected":null},{"name":"generated: view 1","kind":"view","target":"1","entity":"loaf","records":[],"expected":null}],"policy":{"stakes":"ordinary","visibility":"private","shared_with":[],"remote_prompts":false}}', 'created', NULL, '2026-03-04T11:00:00.000000Z', 'anna', 'turn_1');
INSERT INTO app_versions VALUES ('app_06gzq4dtg000hb3gr630p1:2', 'app_06gzq4dtg000hb3gr630p1', 2, '{"spec_version":1,"name":"빵 일지","language":"ko","icon":"🍞","summary":"","labels":{},"domain":null,"aliases":[],"entities":[{"name":"loaf","label":"빵","fields":[{"name":"name","label":"이름","type":"text","key":"name","labels":{},"aliases":[],"unit":null,"currency":null,"choices":[],"strict":false,"required":false,"default":null,"minimum":null,"maximum":null,"formula":null,"concept":null,"aggregate":null,"ref":null,"display_unit":null},{"name":"flour","label":"밀가루","type":"quantity","key":"flour","labels":{},"aliases":[],"unit":"g","currency":null,"choices":[],"strict":false,"required":false,"default":null,"minimum":null,"maximum":null,"formula":null,"concept":null,"aggregate":"sum","ref":null,"display_unit":null},{"name":"water","label":"물","type":"quantity","key":"water","labels":{},"aliases":[],"unit":"g","currency":null,"choices":[],"strict":false,"required":false,"default":null,"minimum":null,"maximum":null,"formula":null,"concept":null,"aggregate":null,"ref":null,"display_unit":null},{"name":"hydration","label":"수분율","type":"percent","key":"hydration","labels":{},"aliases":[],"unit":null,"currency":null,"choices":[],"strict":false,"required":false,"default":null,"minimum":null,"maximum":null,"formula":"water / flour * 100","concept":null,"aggregate":null,"ref":null,"display_unit":null},{"name":"baked_on","label":"날짜","type":"date","key":"baked_on","labels":{},"aliases":[],"unit":null,"currency":null,"choices":[],"strict":false,"required":false,"default":"today","minimum":null,"maximum":null,"formula":null,"concept":null,"aggregate":null,"ref":null,"display_unit":null},{"name":"rating","label":"평점","type":"rating","key":"rating","labels":{},"aliases":[],"unit":null,"currency":null,"choices":[],"strict":false,"required":false,"default":null,"minimum":null,"maximum":5.0,"formula":null,"concept":null,"aggregate":null,"ref":null,"display_unit":null},{"name":"notes","label":"메모","type":"long_text","key":"notes","labels":{},"aliases":[],"unit":null,"currency":null,"choices":[],"strict":false,"required":false,"default":null,"minimum":null,"maximum":null,"formula":null,"concept":null,"aggregate":null,"ref":null,"display_unit":null}],"labels":{},"aliases":[],"title_field":"name","time_field":"baked_on","notes_field":null,"done_field":null,"sort":null,"retired":[]}],"metrics":[],"views":[{"kind":"table","entity":"loaf","title":"","labels":{},"fields":[],"group_by":null,"aggregate":null,"period":null,"chart":null,"where":[]},{"kind":"chart","entity":"loaf","title":"","labels":{},"fields":["flour"],"group_by":null,"aggregate":null,"period":null,"chart":null,"where":[]}],"rules":[],"reminders":[],"logic":[],"widget":null,"checks":[{"name":"generated: values of loaf","kind":"values","target":"loaf","entity":"loaf","records":[{"name":"이름 1","flour":2.5,"water":2.5,"baked_on":"2026-01-14","rating":2,"notes":"메모 1"}],"expected":null},{"name":"generated: view 0","kind":"view","target":"0","entity":"loaf","records":[],"expected":null},{"name":"generated: view 1","kind":"view","target":"1","entity":"loaf","records":[],"expected":null}],"policy":{"stakes":"ordinary","visibility":"private","shared_with":[],"remote_prompts":false}}', '메모 추가', NULL, '2026-03-04T14:00:00.000000Z', 'anna', 'turn_edit');
CREATE TABLE records (
	id VARCHAR(40) NOT NULL, 
	app_id VARCHAR(40) NOT NULL, 
	entity VARCHAR(80) NOT NULL, 
	title VARCHAR(400) NOT NULL, 
	time_at VARCHAR(19), 
	data JSON NOT NULL, 
	computed JSON NOT NULL, 
	created_at VARCHAR(27) NOT NULL, 
	created_turn VARCHAR(40), 
	updated_at VARCHAR(27) NOT NULL, 
	version INTEGER NOT NULL, 
	CONSTRAINT pk_records PRIMARY KEY (id), 
	CONSTRAINT fk_records_app_id FOREIGN KEY(app_id) REFERENCES apps (id)
);
INSERT INTO records VALUES ('rec_06gzq4dtgg005g4xnp7by7', 'app_06gzq4dtg000hb3gr630p1', 'loaf', '사워도우 1', '2026-03-01T00:00:00', '{"name":"사워도우 1","flour":500,"water":350,"rating":3,"baked_on":"2026-03-01"}', '{"hydration":70}', '2026-03-04T12:00:00.000000Z', 'turn_log_0', '2026-03-04T12:00:00.000000Z', 1);
INSERT INTO records VALUES ('rec_06gzq4dtgw00z79axe8w1j', 'app_06gzq4dtg000hb3gr630p1', 'loaf', '사워도우 2', '2026-03-02T00:00:00', '{"name":"사워도우 2","flour":450,"water":340,"rating":4,"baked_on":"2026-03-02"}', '{"hydration":75.55555556}', '2026-03-04T13:00:00.000000Z', 'turn_log_1', '2026-03-04T13:00:00.000000Z', 1);
INSERT INTO records VALUES ('rec_06gzq4dth400e7wjkykd2c', 'app_06gzq4dtg000hb3gr630p1', 'loaf', '사워도우 3', '2026-03-03T00:00:00', '{"name":"사워도우 3","flour":600,"water":390,"rating":1,"baked_on":"2026-03-03","notes":"너무 탔다"}', '{"hydration":65}', '2026-03-04T14:00:00.000000Z', 'turn_log_2', '2026-03-04T14:00:00.000000Z', 2);
CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL, CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num));
INSERT INTO alembic_version VALUES ('0001');
CREATE VIRTUAL TABLE memories_index USING fts5(tokens, tier, content='', detail=column, tokenize='unicode61 remove_diacritics 0');
CREATE VIRTUAL TABLE memories_terms USING fts5vocab('memories_index', 'row');
CREATE INDEX changes_by_time ON changes (table_name, at);
CREATE INDEX changes_by_turn ON changes (turn_id, seq);
CREATE INDEX changes_by_row ON changes (table_name, row_id, seq);
CREATE INDEX journal_by_kind ON journal (kind, seq);
CREATE INDEX journal_by_turn ON journal (turn_id);
CREATE TRIGGER journal_no_update BEFORE UPDATE ON journal BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER journal_no_delete BEFORE DELETE ON journal BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE INDEX evidence_by_target ON evidence (target);
CREATE INDEX evidence_by_entry ON evidence (entry_id);
CREATE TRIGGER evidence_no_update BEFORE UPDATE ON evidence BEGIN SELECT RAISE(ABORT, 'the evidence is append-only'); END;
CREATE TRIGGER evidence_no_delete BEFORE DELETE ON evidence BEGIN SELECT RAISE(ABORT, 'the evidence is append-only'); END;
CREATE INDEX memories_by_position ON memories (position);
CREATE INDEX memories_by_tier ON memories (tier, status, at);
CREATE INDEX memories_by_mark ON memories (mark);
CREATE INDEX memories_by_source ON memories (source);
CREATE INDEX reminders_by_status ON reminders (status, created_at);
CREATE INDEX turns_by_person ON turns (person, id);
CREATE UNIQUE INDEX app_versions_by_app ON app_versions (app_id, number);
CREATE INDEX records_by_time ON records (app_id, entity, time_at);
CREATE INDEX records_by_touch ON records (app_id, updated_at);
