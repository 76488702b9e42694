-- The owner of the schema and the group of all people of the team. Both are roles of the whole
-- server, and neither can log in.
DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'sightline_owner') THEN
        CREATE ROLE sightline_owner NOLOGIN CREATEROLE;
    END IF;
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'sightline_member') THEN
        CREATE ROLE sightline_member NOLOGIN;
    END IF;
    IF NOT pg_has_role('sightline_owner', 'sightline_member', 'MEMBER WITH ADMIN OPTION') THEN
        GRANT sightline_member TO sightline_owner WITH ADMIN OPTION;
    END IF;
    IF NOT pg_has_role(current_user, 'sightline_owner', 'MEMBER') THEN
        EXECUTE format('GRANT sightline_owner TO %I', current_user);
    END IF;
    IF NOT pg_has_role(session_user, 'sightline_member', 'MEMBER') THEN
        EXECUTE format('GRANT sightline_member TO %I', session_user);
    END IF;
    EXECUTE format('GRANT CONNECT ON DATABASE %I TO sightline_member', current_database());
END
$$;

CREATE SCHEMA sightline AUTHORIZATION sightline_owner;
SET LOCAL ROLE sightline_owner;
SET LOCAL search_path = sightline;
