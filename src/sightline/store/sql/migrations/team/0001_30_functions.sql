-- Everything that changes the tables. Each function locks the project's row first: changes of one
-- project are applied one after the other, and their numbers are in the order of their commits.

CREATE FUNCTION next_seq(project uuid) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = sightline, pg_temp AS $$
    UPDATE project AS p SET seq = p.seq + 1 WHERE p.project_id = next_seq.project RETURNING p.seq
$$;

CREATE FUNCTION record_audit(project uuid, at_seq bigint, action text, subject text, revision integer)
RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = sightline, pg_temp AS $$
    INSERT INTO audit (project_id, seq, person, action, subject, revision)
    VALUES (project, at_seq, session_user::text, action, subject, revision)
$$;

CREATE FUNCTION require_role(project uuid, lowest member_role) RETURNS void
LANGUAGE plpgsql STABLE SET search_path = sightline, pg_temp AS $$
BEGIN
    IF coalesce(my_role(project) < lowest, true) THEN
        RAISE insufficient_privilege USING MESSAGE = format('%s has not the role %s in this project',
            session_user, lowest);
    END IF;
END
$$;

CREATE FUNCTION create_project(project uuid, name text, remote text, root_commit text)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = sightline, pg_temp AS $$
BEGIN
    INSERT INTO project (project_id, name, remote, root_commit)
    VALUES (project, name, remote, root_commit);
    INSERT INTO member (project_id, person, role, added_by)
    VALUES (project, session_user, 'admin', session_user);
    PERFORM record_audit(project, next_seq(project), 'create project', name, 0);
END
$$;

-- The links of a memory are written anew with each of its states.
CREATE FUNCTION write_links(project uuid, memory_id text, record jsonb) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = sightline, pg_temp AS $$
    DELETE FROM link WHERE project_id = project AND id = memory_id;
    INSERT INTO link (project_id, id, position, name, path)
    SELECT project, memory_id, (entry.position - 1)::integer,
        coalesce(entry.link ->> 'name', ''), coalesce(entry.link ->> 'path', '')
    FROM jsonb_array_elements(coalesce(record -> 'links', '[]'))
        WITH ORDINALITY AS entry (link, position)
$$;

CREATE FUNCTION words_of(project uuid, words text) RETURNS tsvector
LANGUAGE sql IMMUTABLE SET search_path = sightline, pg_temp AS $$
    SELECT array_to_tsvector(array_append(
        array_remove(string_to_array(words, ' '), ''), '_p' || project::text))
$$;

-- Delete a memory with everything it said; a concurrent change is kept and waits for a reviewer.
CREATE FUNCTION delete_memory(
    project uuid, memory_id text, base integer, OUT outcome text, OUT counts integer
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = sightline, pg_temp AS $$
DECLARE
    present memory%ROWTYPE;
    number bigint;
BEGIN
    SELECT * INTO present FROM memory WHERE project_id = project AND id = memory_id;
    counts := present.revision;
    IF NOT FOUND THEN
        outcome := 'accepted';
        counts := coalesce((SELECT revision FROM tombstone AS t
            WHERE t.project_id = project AND t.id = memory_id), 0);
        RETURN;
    END IF;
    IF present.author <> session_user AND my_role(project) < 'reviewer' THEN
        outcome := 'refused';
        RETURN;
    END IF;
    number := next_seq(project);
    IF base <> present.revision THEN
        UPDATE memory SET needs_review = true, seq = number
        WHERE project_id = project AND id = memory_id;
        PERFORM record_audit(project, number, 'concurrent delete', memory_id, base);
        outcome := 'conflict';
        RETURN;
    END IF;
    DELETE FROM memory WHERE project_id = project AND id = memory_id;
    counts := present.last_revision + 1;
    INSERT INTO tombstone (project_id, id, seq, revision)
    VALUES (project, memory_id, number, counts);
    PERFORM record_audit(project, number, 'delete', memory_id, present.revision);
    outcome := 'accepted';
END
$$;

-- Save a state of a memory: the current one, or a concurrent one that waits for a reviewer.
CREATE FUNCTION save_memory(
    project uuid, memory_id text, base integer, change_key text, content jsonb, content_words text,
    OUT outcome text, OUT counts integer
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = sightline, pg_temp AS $$
DECLARE
    present memory%ROWTYPE;
    grave tombstone%ROWTYPE;
    number bigint;
    latest integer;
    is_concurrent boolean;
    is_new boolean;
BEGIN
    SELECT * INTO present FROM memory WHERE project_id = project AND id = memory_id;
    is_new := NOT FOUND;
    SELECT * INTO grave FROM tombstone WHERE project_id = project AND id = memory_id;
    IF is_new AND base < coalesce(grave.revision, 0) THEN
        outcome := 'deleted';
        counts := grave.revision;
        RETURN;
    END IF;
    -- The request was repeated because its answer got lost: the answer is the same.
    SELECT CASE WHEN r.concurrent THEN 'conflict' ELSE 'accepted' END, r.revision
    INTO outcome, counts FROM revision AS r
    WHERE r.project_id = project AND r.id = memory_id AND r.change = change_key;
    IF FOUND THEN
        RETURN;
    END IF;
    counts := present.revision;
    IF present.record = content THEN
        outcome := 'accepted';
        RETURN;
    END IF;
    IF present.immutable AND my_role(project) < 'reviewer' THEN
        outcome := 'refused';
        RETURN;
    END IF;
    is_concurrent := NOT is_new AND base <> present.revision;
    number := next_seq(project);
    latest := coalesce(present.last_revision, grave.revision, 0) + 1;
    IF is_new THEN
        DELETE FROM tombstone WHERE project_id = project AND id = memory_id;
        INSERT INTO memory (project_id, id, seq, revision, last_revision, kind, immutable, author,
            changed_by, record, words)
        VALUES (project, memory_id, number, latest, latest, content ->> 'kind',
            coalesce((content ->> 'immutable')::boolean, false), session_user, session_user,
            content, words_of(project, content_words));
    ELSIF is_concurrent THEN
        UPDATE memory SET seq = number, last_revision = latest, needs_review = true
        WHERE project_id = project AND id = memory_id;
    ELSE
        UPDATE memory SET seq = number, revision = latest, last_revision = latest,
            kind = content ->> 'kind',
            immutable = coalesce((content ->> 'immutable')::boolean, false),
            changed_by = session_user, changed_at = now(), record = content,
            words = words_of(project, content_words)
        WHERE project_id = project AND id = memory_id;
    END IF;
    INSERT INTO revision (project_id, id, revision, base, concurrent, change, person, record)
    VALUES (project, memory_id, latest, base, is_concurrent, change_key, session_user, content);
    IF NOT is_concurrent THEN
        PERFORM write_links(project, memory_id, content);
    END IF;
    PERFORM record_audit(project, number,
        CASE WHEN is_new THEN 'share' WHEN is_concurrent THEN 'concurrent change' ELSE 'change' END,
        memory_id, latest);
    outcome := CASE WHEN is_concurrent THEN 'conflict' ELSE 'accepted' END;
    counts := CASE WHEN is_concurrent THEN present.revision ELSE latest END;
END
$$;

-- Apply changes in their order; what became of each, and which revision the sender has or is to get.
CREATE FUNCTION push(project uuid, changes jsonb)
RETURNS TABLE (id text, outcome text, revision integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = sightline, pg_temp AS $$
#variable_conflict use_column
DECLARE
    entry record;
BEGIN
    PERFORM require_role(project, 'writer');
    PERFORM FROM project AS p WHERE p.project_id = push.project FOR UPDATE;
    FOR entry IN
        SELECT c.* FROM jsonb_to_recordset(changes)
            AS c (id text, base integer, change text, deleted boolean, record jsonb, words text)
    LOOP
        IF entry.deleted THEN
            RETURN QUERY SELECT entry.id, d.outcome, d.counts
            FROM delete_memory(push.project, entry.id, entry.base) AS d;
        ELSE
            RETURN QUERY SELECT entry.id, s.outcome, s.counts
            FROM save_memory(push.project, entry.id, entry.base, entry.change, entry.record,
                entry.words) AS s;
        END IF;
    END LOOP;
END
$$;

-- Let a revision stand: the one that counts already, or another, which becomes the newest.
CREATE FUNCTION review_memory(project uuid, memory_id text, chosen integer, content_words text)
RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = sightline, pg_temp AS $$
DECLARE
    present memory%ROWTYPE;
    choice jsonb;
    number bigint;
    standing integer;
BEGIN
    PERFORM require_role(project, 'reviewer');
    number := next_seq(project);
    SELECT * INTO STRICT present FROM memory WHERE project_id = project AND id = memory_id;
    SELECT record INTO STRICT choice FROM revision
    WHERE project_id = project AND id = memory_id AND revision.revision = chosen;
    standing := present.revision;
    IF chosen <> present.revision THEN
        standing := present.last_revision + 1;
        INSERT INTO revision (project_id, id, revision, base, change, person, record)
        VALUES (project, memory_id, standing, chosen, 'review ' || number, session_user, choice);
        PERFORM write_links(project, memory_id, choice);
    END IF;
    UPDATE memory SET seq = number, needs_review = false, record = choice, revision = standing,
        last_revision = greatest(last_revision, standing), kind = choice ->> 'kind',
        immutable = coalesce((choice ->> 'immutable')::boolean, false),
        changed_by = session_user, changed_at = now(),
        words = CASE WHEN chosen = present.revision THEN words
            ELSE words_of(project, content_words) END
    WHERE project_id = project AND id = memory_id;
    INSERT INTO review (project_id, id, seq, revision, person)
    VALUES (project, memory_id, number, standing, session_user);
    PERFORM record_audit(project, number, 'review', memory_id, standing);
    RETURN standing;
END
$$;

-- The memories of a project with any of these words, the best first.
CREATE FUNCTION search(project uuid, question tsquery, most integer)
RETURNS TABLE (id text, rank real, author text, changed_at timestamptz, record jsonb)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = sightline, pg_temp AS $$
#variable_conflict use_column
BEGIN
    PERFORM require_role(project, 'reader');
    RETURN QUERY
    SELECT m.id, ts_rank(m.words, question), m.author, m.changed_at, m.record
    FROM memory AS m
    WHERE m.project_id = search.project
        AND m.words @@ (('''_p' || search.project::text || '''')::tsquery && question)
    ORDER BY 2 DESC, m.seq DESC LIMIT most;
END
$$;

-- Give a person a role in a project; null takes it away.
CREATE FUNCTION set_member(project uuid, name text, new_role text)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = sightline, pg_temp AS $$
BEGIN
    PERFORM require_role(project, 'admin');
    PERFORM FROM project AS p WHERE p.project_id = set_member.project FOR UPDATE;
    IF new_role IS DISTINCT FROM 'admin' AND NOT EXISTS (SELECT FROM member AS m
        WHERE m.project_id = set_member.project AND m.role = 'admin' AND m.person <> name) THEN
        RAISE raise_exception USING MESSAGE = 'a project needs an admin';
    END IF;
    PERFORM record_audit(project, next_seq(project),
        CASE WHEN new_role IS NULL THEN 'remove member' ELSE 'make ' || new_role END, name, 0);
    IF new_role IS NULL THEN
        DELETE FROM member AS m WHERE m.project_id = set_member.project AND m.person = name;
        RETURN;
    END IF;
    INSERT INTO member (project_id, person, role, added_by)
    VALUES (project, name, new_role::member_role, session_user)
    ON CONFLICT (project_id, person) DO UPDATE SET role = excluded.role,
        added_by = excluded.added_by, added_at = now();
END
$$;

-- Create the login of a person, or give it a new password; only the hash arrives here. Returns
-- false if the login exists and no new password was wanted.
CREATE FUNCTION create_login(name text, verifier text, renew boolean)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = sightline, pg_temp AS $$
DECLARE
    login pg_roles%ROWTYPE;
BEGIN
    IF cardinality(my_projects('admin')) = 0 THEN
        RAISE insufficient_privilege USING MESSAGE = 'only admins of a project may add people';
    END IF;
    IF verifier NOT LIKE 'SCRAM-SHA-256$%' THEN
        RAISE invalid_parameter_value USING MESSAGE = 'the password must arrive as a SCRAM hash';
    END IF;
    SELECT * INTO login FROM pg_roles WHERE rolname = name;
    IF NOT FOUND THEN
        EXECUTE format('CREATE ROLE %I LOGIN PASSWORD %L IN ROLE sightline_member', name, verifier);
        EXECUTE format('COMMENT ON ROLE %I IS %L', name, 'made by sightline');
        RETURN true;
    END IF;
    IF NOT pg_has_role(name, 'sightline_member', 'MEMBER') OR login.rolsuper
        OR login.rolcreaterole OR NOT login.rolcanlogin THEN
        RAISE insufficient_privilege USING MESSAGE = format(
            'the database role %s was not made for a team; its owner can run: '
            'GRANT sightline_member TO %I', name, name);
    END IF;
    IF NOT renew THEN
        RETURN false;
    END IF;
    -- Other logins may have rights elsewhere, which nobody of a team may take over.
    IF shobj_description(login.oid, 'pg_authid') IS DISTINCT FROM 'made by sightline' THEN
        RAISE insufficient_privilege USING MESSAGE = format(
            'the login %s was not made by Sightline; who made it can change its password', name);
    END IF;
    IF name <> session_user AND EXISTS (SELECT FROM member AS m
        WHERE m.person = name AND NOT m.project_id = ANY (my_projects('admin'))) THEN
        RAISE insufficient_privilege USING MESSAGE = format(
            '%s is in projects that you are not an admin of', name);
    END IF;
    EXECUTE format('ALTER ROLE %I PASSWORD %L', name, verifier);
    RETURN true;
END
$$;

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA sightline FROM PUBLIC;
GRANT USAGE ON SCHEMA sightline TO sightline_member;
GRANT SELECT ON ALL TABLES IN SCHEMA sightline TO sightline_member;
GRANT EXECUTE ON FUNCTION my_role, my_projects, is_unclaimed, require_role, create_project, push,
    review_memory, search, set_member, create_login TO sightline_member;
