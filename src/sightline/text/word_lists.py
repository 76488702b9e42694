"""Every word list, with what it is used for, and the tests that use whole families of lists.

Lists are general knowledge about English and about developers' prompts, never about one project.
"""


def word_set(words: str) -> frozenset[str]:
    """The words of a text, separated by white space."""
    return frozenset(words.split())


# --- Words without meaning of their own ---

# Function words of English; dropped from the keywords of tool calls.
FUNCTION_WORDS = word_set(
    """
    a about above after again against all also am an and any are as at be been before being below
    between both but by can could did do does doing done down during each either few for from
    further had has have having he her here hers him his how i if in into is it its just may me
    might more most must my neither no nor not of off on only or other our ours out over own per
    same shall she should since so some such than that the their theirs them then there these they
    this those through to too under until up upon very via was we were what when where whether
    which while who whom whose why will with within without would you your yours
    """
)

# Dropped from every question and keyword list: function words and contractions, whole or cut.
STOP_WORDS = FUNCTION_WORDS | word_set(
    """
    don doesn didn isn aren wasn weren won wouldn couldn shouldn hasn haven hadn ain
    don't doesn't didn't isn't aren't wasn't weren't won't can't cannot couldn't wouldn't
    shouldn't hasn't haven't hadn't i'm i've i'll i'd it's that's there's let's what's
    you're you've we're we've they're
    """
)

# What a question adds around its subject: dropped from questions, but not from documents.
QUESTION_WORDS = word_set(
    """
    actually anybody anyone anything basically explain find give happen happened happening happens
    hello help hey hi ideally kindly know let lets like look looking looks maybe need needs ok okay
    please possible question really seem seems show somehow someone something tell thank thanks
    think thing things understand want wanted wants whatever wonder wondering yes yet
    """
)

# The roots of the question words (`text.word_root`): dropped from questions to the memories.
FILLER_ROOTS = word_set(
    """
    actual anybodi anyon anyth basic explain find give happen hello help hey hi ideal kind know
    let like look mayb need ok okay pleas possibl question realli seem show somehow someon
    someth tell thank thing think understand want whatev wonder yes yet
    """
)

# Words that say nothing about the topic of a prompt (FG-9); compared before stemming (ruling 3).
TOPIC_STOP_WORDS = STOP_WORDS | word_set(
    """
    back because even first get gets getting go goes going gone got hello hey hi know knows let
    lets like likes ll made make makes making much need needs new now ok okay one please re really
    right said say saying says see seen sees still sure thank thanks thing things think thinks two
    us use used uses using ve want wants way well yes
    """
)

# What every bug report says: dropped when a report is used as a question about code.
REPORT_WORDS = word_set(
    """
    actual behavior behaviour bug code com describe description encountered error example expected
    following get github got html http https issue org problem report reproduce steps tried try
    trying use used using version versions work working works www
    """
)


# --- Words that do not point at code by themselves ---

# Words of everyday life, in one form: words derived from them by an ending count as well. Words
# that usually name parts of programs are left out: address, branch, field, file, index, key, list.
EVERYDAY = word_set(
    """
    able abroad accept accident accommodation account across activity actor actress actual adult
    advance adventure advice afford afraid african afternoon age ago agree ahead air airport
    album alcohol alive allergy almost alone along already alright although always amazing
    america american amount angry animal ankle anniversary annoy anymore anytime anyway anywhere
    apart apartment apologize apology appear apple appointment appreciate apprentice april area
    argue arm army around arrange arrive art artist asia aside ask asleep assist ate attend
    attraction august aunt autumn available average awake award away awesome awful baby backpack
    bad bag bake ball banana band bank bar barbecue basketball bath bathroom beach bear beard
    beat beautiful became because become bed bedroom bee beef beer began begin behind believe
    belong beside best bet better big bigger bike bill bird birthday bit black blanket bless
    blizzard blog blond blood blow blue boat body boil bone book boot bored boring born borrow
    boss bought bowl boy boyfriend brain brave bread breakfast breath bring british bro broke
    brother brought brown brunch bus business busy buy bye cab cafe cake calendar call calm came
    camp can candy cannot car card care career careful cash casual cat catch caught celebrate
    cell center central centre certain certainly chair chance charge charity chat cheap cheaper
    cheer cheese chef chest chicken child children chilly china chinese chocolate choice choose
    christmas church cinema city clean cleaner clear clinic clock close cloth clothes clothing
    cloud cloudy club coat coffee cold college color colour comb come comedy comfort comfortable
    company complain concert condition confirm congratulation consider contact convenient cook
    cool corner cost couch cough count country couple course cousin cow cozy crazy cream cry
    cuisine cup curious currently curry custom customer cut cute dad daily dance dangerous dark
    date daughter day dead deal dear death december decide deep definite degree delicious
    delight dentist depart department departure deposit desk dessert destination diabetes
    diamond die died diet different difficult dine dinner direction dirty dish distance doctor
    dog dollar door double doubt downtown dozen drama draw dream dress drink drive driver drove
    drunk dry duck due ear earlier early earn earth easier easily east easter easy eat eight
    eighteen elderly electric elementary eleven else email emergency emotional end energy engage
    england english enjoy enough enter entertain entire entrance equal especially euro europe
    even evening event ever every everybody everyone everything everywhere exact exam excellent
    except excite excuse exercise expect expense expensive experience eye face fact fair fall
    family famous fan fantastic far fare farm fashion fast faster fat father favor favorite
    favourite february fee feel feet fell felt female festival fever fifteen fifth fifty film
    final fine finger finish fire fish fit five flat flavor flew flight floor flower flu fly fog
    follow food foot football foreign forest forget forgot forty forward found four fourteen
    fourth free freezing french fresh friday fridge friend friendly front fruit fry full fun
    fund funny furniture future game garage garden gas gave gear gentle german gift girl
    girlfriend glad glass goal god gold golf gonna good goodbye gosh gotta grab grade graduate
    grand grandma grandmother grandpa grass great green greet grew grey grocery ground group
    grow guess guest guesthouse guide guitar gun guy gym hair half hall hand handsome happy hard
    hate head health healthy hear heard heart heat heavy height held hell helpful hero high
    higher hike hill hit hobby hold holiday home honest honey hope horrible horse hospital
    hospitality host hot hotel hour house however huge human humid hundred hung hungry hurry
    hurt husband ice idea ideal ill imagine immediate important impress inch include incredible
    india indian indoor inexpensive inform information injure inside insurance interest invite
    italian italy item jacket january japan japanese jazz jealous job join joke journey joy
    juice july june keep kept kid kidding kill kind king kiss kitchen knee knew knife lab lady
    lake lamb land language large last late lately later laugh laundry law lawyer lay lazy learn
    least leave left leg legal lemon less lesson letter level library lie life lift light line
    lion lip listen little live lived local locate location lodge lol london lonely long longer
    lose lost lot loud love lovely low lower luck lucky lunch luxury mad magic main major makeup
    male mall mama man manage many march mark market marry match math matter maybe meal mean
    meant meat medical medicine meet meeting member men menu mess met middle mild mile milk
    million mind minute miss mobile moderate mom moment monday money month mood moon morning
    mostly mother motor mountain mouse mouth move movie much mum museum music musician mystery
    nail name nation nature navigate navy near nearby nearest nearly neck neighbor nephew
    nervous never new newer newspaper next nice nicer niece night nine nineteen noise none noon
    normal north northern nose note nothing notice november number nurse nut obvious occasion
    occupation ocean october odd offer office often oh oil old older once one onion online open
    opinion option orange outdoor outside oven owe owner oxford pack paid pain paint pair pants
    paper pardon parent paris park parking particular party pass passenger passport past pasta
    patient pay payment peace people pepper percent perfect perhaps period person personal pet
    phone photo piano pick picnic picture pie piece pig pink pizza place plan plane plant play
    player pleasant pleasure plenty plus pocket poem police polite pool poor popular pork
    possibly post postcode potato pound practice prefer preference pregnant prepare present
    pretty price pride prime print private prize probably problem profession professor proud
    provide public pull purchase purple purpose put quarter queen quick quicker quickly quiet
    quite race radio rain rainy raise ran range rate rather reach read ready real reason
    reasonable receipt recent recipe recommend red refer reference refund refuse regard region
    regret relationship relax religion remain remember remind rent repair repeat request
    reservation reserve rest restaurant result return rice rich ride right ring rise river road
    rock romantic room rose rough round row rude ruin rule run rush sad safe safer said sail
    salad salary sale salt sandwich sat saturday saw say scare schedule school science scream
    sea search season seat second secret see sell send senior sense sent september serious serve
    service set seven seventeen several sew sex shame share shark she shine ship shirt shoe shop
    short shorter shoulder shout shower sick side sight sign similar simple simpler sing singer
    single sir sister sit site situation six sixteen sixty size skin sky sleep slept slow slower
    small smaller smart smell smile smoke snack snow soccer social sofa soft sold soldier
    somebody sometime sometimes somewhere son song soon sorry sort sound soup south southern
    space spain spanish speak special specific spend spent spicy spoke sport spring staff stand
    star start state station stay steak step stick still stomach stood stop storage store storm
    story straight strange stranger street strong student study stuff style subway such sudden
    sugar suggest suit summer sun sunday sunny super supper support suppose sure surf surgery
    surprise sweet swim table take talk tall taste taught tax taxi tea teach teacher team tear
    teenager telephone television temperature ten tennis terrible thai thanksgiving theater
    theatre third thirteen thirty though thought thousand three throw thursday ticket tie tiger
    till time tired today together told tomato tomorrow tonight took tooth top total touch tough
    tour tourist toward town toy traffic train transfer travel tree trip trouble truck true
    trust truth try tuesday turkey turn tv twelve twenty twice two ugly umbrella uncle
    uncomfortable unfortunate unit unite university upset use useful usual vacation valley vegan
    vegetable vegetarian vehicle video village violin visit voice wait waiter wake walk wall
    wallet war warm wash watch water way wear weather website wedding wednesday week weekday
    weekend weigh weight weird welcome well west western wet whatever wheel white whole wide
    wife wifi wild win wind window wine winter wish woke woman women won wonder wonderful wood
    work world worry worse worst worth wow write wrong yeah year yellow yep yesterday york young
    zoo
    """
)

# Words said around every change, whatever it changes; treated like words of everyday life.
WORK_TALK = word_set(
    """
    add amend approach build bump change changelog check clean cleanup code comment commit
    conflict continue diff discuss explain fail feedback fix forgot format implement improve
    issue lgtm lint linter merge origin plan proceed progress propose pull push rebase rerun
    resolve revert review ship squash suite summarize summary task test undo update version
    warning
    """
)

# Words of chores around code: alone they do not point at code, beside other words they may.
CHORE_WORDS = word_set(
    """
    assign branch checker checkout cherry ci clipboard clone compile copy coverage create
    current delete dependencies dependency deploy describe description dev directory docs
    document documentation draft environment feature fetch file folder fork formatter git install latest
    list log output paste pipeline pr print readme release remove rename restart save screenshot
    staging stash status summarise switch sync tag temporary touch upgrade upstream
    """
)

# Words that fit all code: they do not tell which code a prompt is about.
CODE_TALK = word_set(
    """
    argument array assert attribute behavior behaviour body boolean bug cache case class config
    configuration constant debug default duplicate edge empty error exception extract failure
    field flag function generic handle helper import input instance interface item key library
    logic loop magic message method missing module null number object option optional package
    parameter param performance reference result return reuse simplify split statement
    string style syntax unit unused usage validate validation value variable wrapper
    """
)

# Function words of other languages, without those that are English or code as well: als, con, del,
# des, die, mit, par, sin, son. Treated like words of everyday life.
FOREIGN_FUNCTION_WORDS = word_set(
    """
    und oder aber nicht ist sind wird werden wurde haben hat wir ihr ich dass daß weil wenn dann noch
    auch schon mehr sehr hier dort für über unter zwischen nach vor bei aus auf vom zum zur beim ein
    eine einen einem einer eines das dem der kein keine kann kannst können muss müssen soll sollte
    bitte jetzt doch wie warum welche welcher dieses diese dieser alles andere anderen einmal wieder
    von vorne mach mache machen gemacht mir dir uns euch was
    sont était pour avec dans sur nous vous ils elles que qui quoi quand pourquoi comment mais
    donc alors parce cette ces cet leur leurs être avoir fait faire aussi très bien encore déjà puis
    peux peut une
    está están para porque pero cuando donde qué cómo esto esta este estos una unos los las muy
    también más hay puede puedes hacer tiene nosotros ellos
    estão não você mas quando onde isso uma uns muito também mais pode fazer tem nós eles
    sono perché dove questo questa questi gli molto anche più può fare hanno noi loro nella della
    delle
    het een zijn niet maar omdat wanneer waar deze ook nog naar voor kunnen moet wij jullie
    это что как где когда почему потому или если для при без под над она они оно мы вы его её их был
    была было были быть есть так ещё уже только очень можно нужно нам нас вам все всё этот эта эти
    """
)


# --- Roots and words for topics; roots are those of `text.word_root` ---

# Roots said while working on anything: verbs of change, commits and reviews. They name no topic.
CHORE_ROOTS = word_set(
    """
    add address agent appear approach assist brainstorm branch break bug build call case chang check
    code codebas com commit conflict context continu correct crash creat current
    debug delet descript diff differ discuss do draft error exist explain fail feedback file finish fix
    follow full function good help idea implement improv input instead issu latest line
    lint linter local look main make master merg method miss move name next note old option origin
    output parent part pass plan pr problem proceed project prompt pull push question quick read
    readi rebas recent refactor remot remov renam repo repositori resolv review run sec section
    set show similar simpl small start status step stop suggest task test togeth tri type updat
    user valu version work write wrong
    """
)

# Roots of short answers (assent, refusal, thanks): a prompt of nothing else has no topic of its own.
ANSWER_ROOTS = word_set(
    """
    ack agre ahead alright amaz approv awesom beauti brilliant carri cool dank do exact excel
    fantast fine good great haha hmm hmmm idk job keep kk lgtm lol love merci mind nah neat never
    nice nope not np nvm okay perfect sgtm sound super sweet thx ty tysm understand wait wdyt
    wonder work wow wtf yay yeah yep yup
    """
)

# Answers, greetings and polite words in other languages: whole words or, in languages without
# spaces, whole sentences. A prompt of nothing else continues its topic.
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

# Fields of software work and the roots that belong to each: prompts of one field are more alike.
FIELD_ROOTS = {
    "accounts": "account auth authent author credenti jwt login logout oauth password permiss role "
    "session signin signup sso token",
    "data": "column databas db index migrat mongodb mysql orm postgr postgresql queri row schema "
    "sql sqlite tabl",
    "interface": "angular button compon css dialog form frontend html layout modal page react "
    "render respons style svelt tailwind theme ui ux view vue",
    "operations": "autoscal cluster deploy helm infra ingress k8s kubernet nginx pod probe rollout "
    "terraform",
    "containers": "compos contain docker dockerfil imag registri",
    "pipelines": "action artifact ci jenkin pipelin runner workflow",
    "speed": "benchmark cach latenc memori perform profil redi slow speed throughput ttl",
    "money": "bill checkout invoic pay payment price refund stripe subscript",
    "documents": "changelog doc docstr document guid readm tutori",
    "watching": "alert log logger metric monitor telemetri trace",
    "releases": "bump publish releas semver tag version",
    "checks": "coverag e2e fixtur jest mock pytest unittest",
    "messages": "email kafka mail notif push queue rabbitmq sms webhook websocket worker",
    "networks": "dns grpc http proxi rest socket ssl timeout tls url",
    "models": "dataset embed gpu infer llm model predict pytorch tensor train",
    "files": "bucket download s3 storag upload",
}

FIELD_OF: dict[str, tuple[str, ...]] = {}
for _field, _roots in FIELD_ROOTS.items():
    for _root in _roots.split():
        FIELD_OF[_root] = (*FIELD_OF.get(_root, ()), "~" + _field)


_EVERYDAY_LISTS = (EVERYDAY, WORK_TALK, QUESTION_WORDS, TOPIC_STOP_WORDS, FOREIGN_FUNCTION_WORDS)
# Not "er": nouns made from verbs (reader, loader, referer) name parts of programs.
_ENDINGS = ("s", "es", "ed", "d", "ing", "ly", "y")


def is_everyday(word: str) -> bool:
    """Whether a lower-case word is of everyday life, or begins with a digit like times do."""
    return word[:1].isdigit() or _is_in(_EVERYDAY_LISTS, word)


def is_chore(word: str) -> bool:
    """Whether a lower-case word belongs to chores around code."""
    return _is_in((CHORE_WORDS,), word)


def is_code_talk(word: str) -> bool:
    """Whether a lower-case word fits any code at all."""
    return _is_in((CODE_TALK,), word)


def _is_in(lists: tuple[frozenset[str], ...], word: str) -> bool:
    """Whether a word is in one of the lists, or derived from a listed word by an ending."""
    for words in lists:
        if word in words:
            return True
    if not word.endswith(_ENDINGS):
        return False
    return any(
        form in words
        for ending in _ENDINGS
        if word.endswith(ending) and len(word) - len(ending) > 2
        for form in _base_forms(word[: -len(ending)])
        for words in lists
    )


def _base_forms(stem: str) -> tuple[str, ...]:
    """The words an ending may have been added to: walk, bak(e), sto(p)p, cr(y)i."""
    doubled = stem[:-1] if stem[-1] == stem[-2] else stem
    return stem, stem + "e", doubled, stem[:-1] + "y" if stem[-1] == "i" else stem
