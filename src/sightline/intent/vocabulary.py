"""General knowledge about developers' prompts: words of the trade that name no topic, and words
that name the same field. Data only; nothing here comes from one project.

Listed by their stems (`text.stem`), as prompts are compared: every prompt asks for them.
"""

from sightline.text.stopwords import word_set

# What is said while working on anything: verbs of change, and the talk around commits and reviews.
CHORES = word_set(
    """
    add address agent approach assistant branch bug build call case chang change check claude
    code codebase codex com commit conflict context continue copilot correct create current
    debug delete descrip diff different discuss done error exist explain fai fail feedback fil
    file finish fix follow full func gemini good help idea imple implement implementa improve
    input instead issu issue latest lin line lint linter local look main make master merg merge
    method miss move nam name next note old option origin output parent part pass plan pr
    problem proce project prompt prs pull push ques quick read ready rebase recent refactor
    remote remove rename repo repository resolve review run runn sec set show similar simple
    small start statu step stop sugges suggest task test together try type updat update user
    value ver work write wrong
    """
)

# What answers and names nothing when a prompt says nothing else: assent, refusal, thanks, wonder.
ANSWERS = word_set(
    """
    ack agre ahead alright amaz approv awesome beautiful brilliant carry cool danke done exact
    excellent fantastic fine good got great haha hmm hmmm idk job keep kk lgtm lol lovely merci mind nah
    neat never nice nope not np nvm okay perfect sgtm sound super sweet thx ty tysm understood wait
    wdyt wonderful work wow wtf yay yeah yep yup
    """
)

# Fields of software work and words that belong to one of them (compare ruling 10's synonyms).
FIELDS = {
    "accounts": "account auth authentica author credential jwt login logout oauth password permis "
    "role ses signin signup sso token",
    "data": "column database db index migra mongodb mysql orm postgr postgresql query row "
    "schema sql sqlite table",
    "interface": "accessibility angular button component css dialog form frontend html layout "
    "modal page react render respons style svelte tailwind theme ui ux view vue",
    "operations": "autoscaler cluster deploy helm infra ingress k8s kubernet nginx pod probe produc "
    "rollout stag terraform",
    "containers": "compose container docker dockerfile image registry",
    "pipelines": "action artifact ci jenkin pipeline runner workflow",
    "speed": "benchmark cache cach latency memory performance profile redi slow spe throughput ttl",
    "money": "bil checkout invoice pay price refund stripe subscrip",
    "documents": "changelog doc docstr docu documenta guide readme tutorial",
    "watching": "alert log logger logg metric monitor telemetry trace trac",
    "releases": "bump publish release semver tag ver",
    "checks": "coverage e2e fixture jest mock pytest unittest",
    "messages": "email kafka mail notifica push queue rabbitmq sms webhook websocket worker",
    "networks": "dns grpc http proxy rest socket ssl timeout tls url",
    "models": "dataset embedd gpu inference llm model predic pytorch tensor train",
    "files": "bucket download s3 storage upload",
}
FIELD_OF: "dict[str, tuple[str, ...]]" = {}
for _field, _stems in FIELDS.items():
    for _stem in _stems.split():
        FIELD_OF[_stem] = (*FIELD_OF.get(_stem, ()), "~" + _field)
