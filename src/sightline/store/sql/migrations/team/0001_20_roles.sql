-- Who may see and write which rows. The person is always the login (session_user): neither SET ROLE
-- nor a function that runs as the owner changes it. The policies also bind the owner (FORCE).

-- The person's role in a project, or null.
CREATE FUNCTION my_role(project uuid) RETURNS member_role
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = sightline, pg_temp AS $$
    SELECT role FROM member WHERE project_id = project AND person = session_user::text
$$;

-- The projects in which the person has at least this role.
CREATE FUNCTION my_projects(lowest member_role) RETURNS uuid[]
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = sightline, pg_temp AS $$
    SELECT coalesce(array_agg(project_id), '{}') FROM member
    WHERE person = session_user::text AND role >= lowest
$$;

-- Whether a project has no member yet.
CREATE FUNCTION is_unclaimed(project uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = sightline, pg_temp AS $$
    SELECT NOT EXISTS (SELECT FROM member WHERE project_id = project)
$$;

DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['meta', 'project', 'member', 'memory', 'link', 'revision',
        'review', 'tombstone', 'audit']
    LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    END LOOP;
    -- Members read what belongs to their projects. The functions read as the owner and check the
    -- role themselves; what they write is checked by the policies below.
    FOREACH name IN ARRAY ARRAY['project', 'member', 'memory', 'link', 'revision', 'review',
        'tombstone']
    LOOP
        EXECUTE format('CREATE POLICY members_read ON %I FOR SELECT USING'
            ' (project_id = ANY ((SELECT my_projects(''reader''))::uuid[]))', name);
        EXECUTE format(
            'CREATE POLICY functions_read ON %I FOR SELECT TO sightline_owner USING (true)', name);
    END LOOP;
    FOREACH name IN ARRAY ARRAY['link', 'revision', 'tombstone']
    LOOP
        EXECUTE format('CREATE POLICY writers_write ON %I USING'
            ' (project_id = ANY ((SELECT my_projects(''writer''))::uuid[]))', name);
    END LOOP;
END
$$;

CREATE POLICY anybody_reads ON meta FOR SELECT USING (true);
CREATE POLICY setup_writes ON meta TO sightline_owner USING (true);

CREATE POLICY anybody_creates ON project FOR INSERT WITH CHECK (is_unclaimed(project_id));
CREATE POLICY writers_count ON project FOR UPDATE
    USING (project_id = ANY ((SELECT my_projects('writer'))::uuid[]));

CREATE POLICY admins_add ON member FOR INSERT WITH CHECK (
    project_id = ANY ((SELECT my_projects('admin'))::uuid[])
    OR (person = session_user::text AND role = 'admin' AND is_unclaimed(project_id))
);
CREATE POLICY admins_change ON member FOR UPDATE
    USING (project_id = ANY ((SELECT my_projects('admin'))::uuid[]));
CREATE POLICY admins_remove ON member FOR DELETE
    USING (project_id = ANY ((SELECT my_projects('admin'))::uuid[]));

CREATE POLICY writers_add ON memory FOR INSERT WITH CHECK (
    project_id = ANY ((SELECT my_projects('writer'))::uuid[]) AND changed_by = session_user::text
);
CREATE POLICY writers_change ON memory FOR UPDATE
    USING (
        project_id = ANY ((SELECT my_projects('writer'))::uuid[])
        AND (NOT immutable OR project_id = ANY ((SELECT my_projects('reviewer'))::uuid[]))
    )
    WITH CHECK (project_id = ANY ((SELECT my_projects('writer'))::uuid[]));
CREATE POLICY authors_and_reviewers_delete ON memory FOR DELETE USING (
    (author = session_user::text AND project_id = ANY ((SELECT my_projects('writer'))::uuid[]))
    OR project_id = ANY ((SELECT my_projects('reviewer'))::uuid[])
);

CREATE POLICY reviewers_review ON review FOR INSERT WITH CHECK (
    project_id = ANY ((SELECT my_projects('reviewer'))::uuid[]) AND person = session_user::text
);

CREATE POLICY reviewers_read ON audit FOR SELECT
    USING (project_id = ANY ((SELECT my_projects('reviewer'))::uuid[]));
CREATE POLICY members_are_recorded ON audit FOR INSERT WITH CHECK (
    project_id = ANY ((SELECT my_projects('reader'))::uuid[]) AND person = session_user::text
);
