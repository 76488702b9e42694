"""General knowledge about developers' prompts: words of the trade that name no topic, and words
that name the same field. Data only; nothing here comes from one project."""

from __future__ import annotations

from sightline.text.stem import stem


def _stems(listed: str) -> frozenset[str]:
    return frozenset(stem(word) for word in listed.split())


# What is said while working on anything: verbs of change, and the talk around commits and reviews.
CHORES = _stems(
    """
    add address approach branch bug build call case change changed changes check code codebase
    comment comments commit commits conflict conflicts context continue correct create current
    debug delete description diff different discuss done error errors existing explain fail
    failed failing fails feedback file files finish fix fixed follow following full function good
    help idea implement implementation implementing improve input instead issue issues latest
    line lines lint linter local look main make master merge merged method missing move name
    names next note old option options origin output parent part pass passing plan plans problem
    problems proceed project prompt pull pr prs push question quick read ready rebase recent
    refactor remote remove rename repo repository resolve review run running section set show
    similar simple small start started status step steps stop suggest suggestion task tasks test
    tests together try trying type update updated user users value version work working works
    write wrong agent assistant claude codex copilot gemini
    """
)

# Fields of software work and words that belong to one of them (compare ruling 10's synonyms).
FIELDS = {
    "accounts": "account auth authentication authorization credential jwt login logout oauth "
    "password permission role session signin signup sso token",
    "data": "column database db index migration mongodb mysql orm postgres postgresql query row "
    "schema sql sqlite table",
    "interface": "accessibility angular button component css dialog form frontend html layout "
    "modal page react render responsive style svelte tailwind theme ui ux view vue",
    "operations": "autoscaler cluster deploy deployment helm infra ingress k8s kubernetes "
    "nginx pod probe production rollout staging terraform",
    "containers": "compose container docker dockerfile image registry",
    "pipelines": "actions artifact ci jenkins pipeline runner workflow",
    "speed": "benchmark cache caching latency memory performance profile redis slow speed "
    "throughput ttl",
    "money": "billing checkout invoice payment price refund stripe subscription",
    "documents": "changelog docs docstring document documentation guide readme tutorial",
    "watching": "alert log logger logging logs metric metrics monitoring telemetry trace tracing",
    "releases": "bump publish release semver tag version",
    "checks": "coverage e2e fixture jest mock pytest unittest",
    "messages": "email kafka mail notification push queue rabbitmq sms webhook websocket worker",
    "networks": "dns grpc http proxy rest socket ssl timeout tls url",
    "models": "dataset embedding gpu inference llm model prediction pytorch tensor training",
    "files": "bucket download s3 storage upload",
}
FIELD_OF: dict[str, tuple[str, ...]] = {}
for _field, _words in FIELDS.items():
    for _word in _words.split():
        _stem = stem(_word)
        FIELD_OF[_stem] = (*FIELD_OF.get(_stem, ()), "~" + _field)
