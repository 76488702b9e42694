"""Keys and tokens that are known by their form, whatever stands around them. Data only.

Each row: the kind shown in their place, the texts such a key begins with, its pattern. The
beginnings are looked for first: that is fast, and a pattern is compiled only where it may match.
"""

_WORD = r"(?<![A-Za-z0-9_])"
_END = r"(?![A-Za-z0-9_])"

FORMATS: tuple[tuple[str, tuple[str, ...], str], ...] = (
    (
        "aws-key",
        ("AKIA", "ASIA", "ABIA", "ACCA"),
        r"(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])",
    ),
    ("gcp-key", ("AIza",), r"AIza[A-Za-z0-9_-]{35}"),
    ("gcp-token", ("ya29.",), r"ya29\.[A-Za-z0-9_-]{20,}"),
    ("gcp-key", ("GOCSPX-",), r"GOCSPX-[A-Za-z0-9_-]{20,}"),
    # A service account's JSON, encoded.
    (
        "gcp-key",
        ("eyJ0eXBlIjoi", "ewogICJ0eXBlIjog"),
        r"(?:eyJ0eXBlIjoi|ewogICJ0eXBlIjog)[A-Za-z0-9+/=]{40,}",
    ),
    ("github-token", ("ghp_", "gho_", "ghu_", "ghs_", "ghr_"), r"gh[pousr]_[A-Za-z0-9]{30,}"),
    ("github-token", ("github_pat_",), r"github_pat_[A-Za-z0-9_]{22,}"),
    (
        "gitlab-token",
        ("glpat-", "gldt-", "glrt-", "glptt-", "glft-", "glcbt-", "glsoat-", "gloas-", "glagent-"),
        r"gl(?:pat|dt|rt|ptt|ft|cbt|soat|oas|agent)-[A-Za-z0-9_.-]{20,}",
    ),
    ("slack-token", ("xox",), r"xox[abceoprs]-[A-Za-z0-9-]{10,}"),
    ("slack-token", ("xapp-",), r"xapp-\d-[A-Za-z0-9]{5,}-\d+-[A-Za-z0-9]+"),
    (
        "webhook",
        ("hooks.slack.com/",),
        r"hooks\.slack\.com/(?:services|workflows|triggers)/[A-Za-z0-9/_-]{20,}",
    ),
    (
        "webhook",
        ("discord.com/api/webhooks/", "discordapp.com/api/webhooks/"),
        r"discord(?:app)?\.com/api/webhooks/\d{8,}/[A-Za-z0-9_-]{20,}",
    ),
    ("webhook", ("webhook.office.com/",), r"webhook\.office\.com/[A-Za-z0-9@/_-]{40,}"),
    (
        "stripe-key",
        ("sk_live_", "sk_test_", "rk_live_", "rk_test_"),
        r"[sr]k_(?:live|test)_[A-Za-z0-9]{16,}",
    ),
    ("stripe-key", ("whsec_",), r"whsec_[A-Za-z0-9+/=]{24,}"),
    ("anthropic-key", ("sk-ant-",), r"sk-ant-[A-Za-z0-9_-]{20,}"),
    (
        "openai-key",
        ("sk-proj-", "sk-svcacct-", "sk-admin-", "sk-or-"),
        r"sk-(?:proj|svcacct|admin|or)-[A-Za-z0-9_-]{20,}",
    ),
    ("openai-key", ("sk-",), r"(?<![A-Za-z0-9_-])sk-(?=[a-z-]*[A-Z0-9])[A-Za-z0-9]{32,}"),
    ("huggingface-token", ("hf_",), _WORD + r"hf_[A-Za-z0-9]{30,}"),
    ("groq-key", ("gsk_",), _WORD + r"gsk_[A-Za-z0-9]{40,}"),
    ("xai-key", ("xai-",), r"(?<![A-Za-z0-9_-])xai-[A-Za-z0-9]{60,}"),
    ("perplexity-key", ("pplx-",), r"pplx-[A-Za-z0-9]{40,}"),
    ("replicate-token", ("r8_",), _WORD + r"r8_[A-Za-z0-9]{30,}"),
    ("npm-token", ("npm_",), _WORD + r"npm_[A-Za-z0-9]{30,}"),
    ("pypi-token", ("pypi-",), r"pypi-[A-Za-z0-9_-]{50,}"),
    ("rubygems-key", ("rubygems_",), r"rubygems_[a-f0-9]{40,}"),
    ("docker-token", ("dckr_pat_", "dckr_oat_"), r"dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,}"),
    ("nuget-key", ("oy2",), _WORD + r"oy2[a-z0-9]{43}" + _END),
    ("databricks-token", ("dapi",), _WORD + r"dapi[a-f0-9]{32}(?:-\d)?"),
    ("digitalocean-token", ("dop_v1_", "doo_v1_", "dor_v1_"), r"do[opr]_v1_[a-f0-9]{40,}"),
    ("twilio-key", ("SK",), r"(?<![A-Za-z0-9])SK[a-f0-9]{32}(?![A-Za-z0-9])"),
    ("sendgrid-key", ("SG.",), r"(?<![A-Za-z0-9])SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}"),
    ("mailgun-key", ("key-",), r"(?<![A-Za-z0-9_-])key-[a-f0-9]{32}"),
    ("square-key", ("sq0", "EAAA"), r"sq0[a-z]{3}-[A-Za-z0-9_-]{22,}|EAAA[A-Za-z0-9_-]{56,}"),
    (
        "shopify-token",
        ("shpat_", "shpca_", "shppa_", "shpss_"),
        r"shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}",
    ),
    ("linear-key", ("lin_api_",), r"lin_api_[A-Za-z0-9]{30,}"),
    (
        "notion-token",
        ("ntn_", "secret_"),
        _WORD + r"(?:ntn_[A-Za-z0-9]{40,}|secret_[A-Za-z0-9]{43})" + _END,
    ),
    ("atlassian-token", ("ATATT3", "ATCTT3"), r"AT[AC]TT3[A-Za-z0-9_=-]{40,}"),
    ("vault-token", ("hvs.", "hvb.", "hvr."), r"(?<![A-Za-z0-9_])hv[sbr]\.[A-Za-z0-9_-]{20,}"),
    ("grafana-token", ("glsa_", "glc_"), r"gl(?:sa|c)_[A-Za-z0-9_+/=]{32,}"),
    ("newrelic-key", ("NRAK-", "NRII-", "NRJS-"), r"NR(?:AK|II|JS|BR|RA)-[A-Za-z0-9_-]{19,}"),
    ("sentry-token", ("sntrys_", "sntryu_"), r"sntry[su]_[A-Za-z0-9_=+/-]{30,}"),
    ("postman-key", ("PMAK-",), r"PMAK-[a-f0-9]{24}-[a-f0-9]{34}"),
    ("pulumi-token", ("pul-",), r"(?<![A-Za-z0-9_-])pul-[a-f0-9]{40}"),
    (
        "doppler-token",
        ("dp.",),
        r"(?<![A-Za-z0-9_.])dp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9_.-]{40,}",
    ),
    ("supabase-key", ("sbp_",), _WORD + r"sbp_[a-f0-9]{40}"),
    ("planetscale-token", ("pscale_",), r"pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_=.-]{32,}"),
    ("airtable-token", ("pat",), _WORD + r"pat[A-Za-z0-9]{14}\.[a-f0-9]{64}"),
    ("figma-token", ("figd_",), r"figd_[A-Za-z0-9_-]{40,}"),
    ("fly-token", ("fm2_", "fo1_"), _WORD + r"(?:fm2_[A-Za-z0-9+/=]{40,}|fo1_[A-Za-z0-9_-]{40,})"),
    ("heroku-key", ("HRKU-",), r"HRKU-[A-Za-z0-9_-]{30,}"),
    ("dropbox-token", ("sl.",), r"(?<![A-Za-z0-9_.])sl\.[A-Za-z0-9_-]{100,}"),
    ("facebook-token", ("EAAC", "EAAG"), r"EAA[CG][A-Za-z0-9]{40,}"),
    ("age-key", ("AGE-SECRET-KEY-1",), r"AGE-SECRET-KEY-1[0-9A-Z]{40,}"),
    ("cloudflare-key", ("v1.0-",), r"v1\.0-[a-f0-9]{24}-[a-f0-9]{140,}"),
    (
        "jwt",
        ("eyJ",),
        r"(?<![A-Za-z0-9_])eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{6,}(?:\.[A-Za-z0-9_-]*){0,3}",
    ),
    # A private key in base64, as in kubeconfig files.
    (
        "private-key",
        ("LS0tLS1CRUdJTi",),
        r"LS0tLS1CRUdJTi(?:BQUklWQVRF|BSU0EgUFJJVkFURS|BFQyBQUklWQVRF|BPUEVOU1NIIFBSSVZBVEUg|BFTkNSWVBURUQg|BEU0EgUFJJVkFURS)[A-Za-z0-9+/=]*+(?:\s+[A-Za-z0-9+/=]{40,})*",
    ),
    (
        "password-hash",
        ("$2", "$5$", "$6$", "$y$", "$apr1$", "$argon2"),
        r"\$(?:2[abxy]?|5|6|y|apr1|argon2(?:id|i|d))\$[A-Za-z0-9./$,=+]{20,}",
    ),
)

# Where none of these stands, none of them matches.
BEGINNINGS = tuple([beginning for _, beginnings, _ in FORMATS for beginning in beginnings])

# The same for keys known by a text in their middle.
INNER_FORMATS: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("azure-key", ("8Q~", "7Q~"), r"[A-Za-z0-9_~.-]{3}[78]Q~[A-Za-z0-9_~.-]{31,34}"),
    ("telegram-token", (":AA",), r"(?<!\d)\d{8,10}:AA[A-Za-z0-9_-]{32,35}"),
    ("mailchimp-key", ("-us",), _WORD + r"[a-f0-9]{32}-us\d{1,2}" + _END),
    (
        "terraform-token",
        (".atlasv1.",),
        r"(?<![A-Za-z0-9])[A-Za-z0-9]{10,20}\.atlasv1\.[A-Za-z0-9_=-]{40,}",
    ),
)
