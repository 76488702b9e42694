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

# The same in other languages, greetings and polite words beside it: whole words, or in languages
# without spaces whole sentences. What is said with nothing else names nothing.
SPOKEN_ANSWERS = word_set(
    """
    good morning afternoon evening day there everyone team ok okay
    ja jo jup jep jawohl nein nee ne klar genau gern gerne bitte danke dankeschön vielen dank weiter
    weitermachen mach mache machen das so gut sehr passt stimmt richtig alles super perfekt prima
    fertig los doch nochmal einverstanden verstanden hallo moin servus guten morgen tag abend
    oui ouais non merci beaucoup accord d continue continuez continuer vas y allez va bien très parfait
    fais le fait bonjour bonsoir salut svp s il te vous plaît plait
    si sí no gracias muchas vale claro continua continúa continuar continúe sigue seguir adelante por
    favor perfecto bien hazlo dale bueno de acuerdo listo hola buenos buenas días dias tardes noches
    sim não nao obrigado obrigada pode segue prossiga beleza certo perfeito isso faça faz olá ola bom
    boa dia tarde noite
    sì grazie procedi perfetto certo prego vai avanti buongiorno ciao
    bedankt dank je doorgaan ga verder door goed
    tak nie dobrze dzięki dalej kontynuuj proszę cześć dzień dobry ano dobře děkuji pokračuj
    nej tack fortsätt fortsæt fortsett bra fint kiitos kyllä jatka
    evet hayır tamam devam et teşekkürler merhaba ya tidak terima kasih lanjutkan lanjut
    да нет хорошо ок ладно давай давайте продолжай продолжайте продолжить спасибо дальше пожалуйста
    отлично понятно ясно верно согласен согласна ага угу привет здравствуйте доброе утро добрый день
    так ні добре дякую продовжуй далі
    نعم لا حسنا حسناً تمام شكرا شكراً استمر أكمل موافق طيب أجل مرحبا صباح الخير السلام عليكم
    כן לא תודה המשך בסדר שלום בוקר טוב
    हाँ हां जी नहीं ठीक है धन्यवाद जारी रखें रखो नमस्ते
    好 好的 好吧 好啊 是 是的 对 对的 对了 不 不是 不用 不要 可以 可以的 行 继续 请继续 继续吧 没问题 谢谢
    谢谢你 多谢 明白 明白了 了解 知道了 嗯 嗯嗯 同意 确认 开始 开始吧 下一步 你好 您好 早 早上好 對 繼續
    請繼續 沒問題 謝謝 知道了 開始
    はい いいえ うん ええ いえ お願い お願いします 続けて 続けてください 続き ありがとう ありがとうございます
    了解 了解です 了解しました わかりました 分かりました 大丈夫 大丈夫です いいです いいですね いいよ オッケー 次
    次へ 進めて 進めてください どうぞ それでお願いします こんにちは おはよう おはようございます
    네 예 응 아니요 아니 계속 계속해 계속해줘 계속해주세요 좋아 좋아요 감사합니다 고마워 고마워요 알겠습니다
    알겠어 그래 그래요 진행해 진행해줘 진행해주세요 부탁해 부탁합니다 안녕 안녕하세요
    vâng không cảm ơn tiếp tục được rồi
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
