"""What people say before a request without being part of it: greetings, thanks, "could you please".

It only removes words from the beginning and the end, in eleven languages, and what is dictated between.
"""

import re

from sightline.text.word_lists import word_set
from sightline.topics.prompts.cue_phrases import phrase_set
from sightline.topics.prompts.cues import cues_of
from sightline.topics.prompts.going_back import ARTICLES, going_back

# Sounds and repeated words of dictation.
_SOUNDS = (
    r"(?i)(?<![\w-])(?:u+h+m*|umm+|e+rm+|hm+|ä+h+m*|ö+h+m*|ehm+|e+uh+|э+м*|えーと|えっと|あのー|呃|嗯)(?![\w-])[,，、]?\s*"
    r"|,? (?<!do )(?<!if )(?<!as )(?<!let )(?<!did )(?<!would )you know,?(?= )(?! (?:why|how|what|if|whether|that|the|a)\b)"
)
# In English only: "um" is a word of German and Portuguese.
_UM = r"(?i)(?<![\w-])um(?![\w-]),?\s*"
_ENGLISH = r"(?i)\b(?:the|you|it|that|this|i|is|can|we|should|of)\b"
_STUTTER = r"\b([^\W\d_]+(?: [^\W\d_]+){0,2}),? \1\b(?=.)"
# What may only lead to a request: a few words before a colon or a comma.
_TURN = r"([^:：,，、]{2,30})[:：,，、]\s*(?=\S)"
_PIECE = r"([^:：,，、!！]*)(?:[:：]\s|[,，、：!！]|\s[-–—]\s)\s*(?=\S)"
# A whole clause, or the words before a comma or a colon, that are courtesy, urgency or a label.
_COURTESY = phrase_set(
    """
    hi, hey, hello, hallo, moin, servus, bonjour, salut, bonsoir, hola, buenas, olá, oi, ciao, salve, hoi, привет,
    здравствуй, здравствуйте, bom dia, buongiorno, buonasera, goedemorgen, goedemiddag, goedenavond, goedendag,
    доброе утро, добрый день, добрый вечер, alles gut, alles klar, ça va, comment ça va, tudo bem, tudo bom,
    tudo certo, tutto bene, come va, come stai, qué tal, que tal, cómo estás, cómo está, cómo va, como vai,
    alles goed, как дела,
    looks good, all good, nice, nice work, nice job, nice one, great, great work, great job, good work, good job,
    awesome, perfect, brilliant, lovely, super, klasse, prima, parfait, c'est parfait, génial, genial, perfecto,
    perfeito, ótimo, perfetto, ottimo, mooi, отлично, супер, excuse me, apologies,
    question, one, one question, a question, have a question, i have a question, i've got a question, one thing, one more thing, last thing,
    one last thing, one other thing, another thing, quick one, a favor, a favour, here's the thing, here is the thing,
    so here's the thing, i was wondering, wondering, by the way, frage, eine frage, ne frage, ich hab eine frage,
    ich habe eine frage, ich hätte eine frage, noch eine frage, j'ai une question, une question, una pregunta,
    tengo una pregunta, una duda, tengo una duda, una cosa, uma pergunta, tenho uma pergunta, uma dúvida,
    tenho uma dúvida, uma coisa, una domanda, ho una domanda, een vraag, een vraagje, ik heb een vraag, вопрос,
    есть вопрос, у меня вопрос, у меня есть вопрос, подскажи, подскажите, скажи, скажите,
    please, pls, plz, bitte, por favor, per favore, alsjeblieft, s'il te plaît, s'il vous plaît, пожалуйста,
    urgent, important, critical, asap, attention, fyi, dringend, wichtig, eilt, urgente, importante, срочно, важно,
    spoed, jira, ticket, summary, title, task, tasks, todo, to-do, todos, goal, goals, plan, request, objective,
    aufgabe, aufgaben, titel, ziel, tâche, objectif, titre, tarea, objetivo, título, tarefa, compito, obiettivo,
    titolo, taak, doel, задача, цель, ultrathink, brainstorm, remember, reminder, note, re, aw, wg, fw, fwd
    """
)
# What follows these words up to the comma belongs to them: "hope you are well", "thanks for yesterday".
_COURTEOUS = phrase_set(
    """
    i hope you, i hope this, i hope all, i hope everything, hope you, hope you're, i hope you're, hope all's, hope it's, hope this, hope all is, hope everything, hope it, how are you, how is it, how's it, ich hoffe,
    hoffe, hoffentlich geht, wie geht, wie geht's, j'espère que tu vas, j'espère que vous allez, j'espère que tout va,
    comment vas-tu, comment allez-vous, espero que estés, espero que esté, espero que todo, espero que te,
    espero que esteja, espero que tudo, espero que você, spero tutto, spero che tutto, spero che tu, spero che vada,
    spero tu, hoop dat het, hoop dat alles, ik hoop dat het, ik hoop dat alles, hopelijk gaat, hopelijk alles,
    hoe gaat, надеюсь что у тебя, надеюсь у тебя, надеюсь все, надеюсь всё, надеюсь что все, надеюсь что всё,
    good morning, good afternoon, good evening, guten morgen, guten tag, guten abend, buenos días, buenas tardes,
    buenas noches, boa tarde, boa noite,
    thanks, thanks a lot, thanks a million, thanks a ton, great thanks, perfect thanks, many thanks, thank you, thx, cheers, danke, dank, vielen dank, lieben dank, besten dank, herzlichen dank,
    merci, gracias, muchas gracias, mil gracias, obrigado, obrigada, muito obrigado, muito obrigada, grazie,
    molte grazie, mille grazie, bedankt, heel erg bedankt, dank je, dankjewel, спасибо, perfetto grazie,
    that was helpful, that was great, that was good, that was perfect, that was awesome, that was amazing,
    that works, that worked, that is great, that's great, that's perfect, that's better, it works, it worked,
    sorry, sorry for, sorry to, entschuldige, entschuldigung, désolé, désolée, perdona, disculpa, desculpe, desculpa,
    scusa, scusami, извини, извините, one thing before, one more thing before, one question about, a question about,
    here's my, here's the, here's our, here's a, here is my, here is the, here is our, here is a, here are,
    hier ist, hier sind, hier is, hier zijn, voici, ecco, aquí está, aqui está, вот мой, вот моя, вот наш
    """
)
# "Thanks to the cache ...", "merci de corriger ...", "ich hoffe, ..." say something.
_NO_COURTESY = word_set("to de à au a al alla page pages")
_GREETINGS = word_set("hi hey hello hallo bonjour salut hola olá oi ciao hoi привет")
_LONGEST_COURTESY = 5
_CJK_COURTESY = (
    # Chinese
    r"另外|顺便|换个话题|别的事|你好|您好|大家好|早上好|辛苦了|打扰了|打扰一下|不好意思|抱歉|请问|就是(?=[那这])|有(?:一)?个问题|想问一下|谢谢"
    r"|请帮我|请你|请(?!求|假|客)|麻烦(?:你|您)?(?:有空的时候)?|有空的时候|帮(?:我|忙)(?:看一下|看看|看下)?|能不能|可以(?=帮|请)|(?:我)?想请你"
    r"|你?作为[^，,。]{1,16}[，,]|[任务标题目紧急重要]{2}：|那么|然后(?=[，,])"
    # Japanese
    r"|(?:いつも)?(?:大変)?お世話になって(?:おり|い)ます|お疲れ(?:様|さま)(?:です)?|こんにちは|こんばんは|おはようございます|すみません(?:が)?|申し訳(?:ありません|ございません)(?:が)?"
    r"|お忙しいところ(?:すみません|恐れ入ります|申し訳ありません)?(?:が)?|恐れ入りますが|お手数(?:です|をおかけします)が|(?:ちょっと|少し|一つ)?(?:質問|相談|お願い)(?:なん|があるん|がありま)?(?:です|す)(?:が|けど)?"
    r"|別件ですが|別件で|別件|ところで|話は変わりますが|ちなみに|ありがとうございま(?:す|した)|よろしければ|可能であれば|できれば|タスク：|目的：|至急"
    # Korean
    r"|안녕하세요|수고(?:하십니다|하세요|많으십니다)|(?:바쁘신데 |번거로우시겠지만 )?죄송(?:하지만|한데|합니다만)|바쁘신데|실례합니다만|혹시나?|감사합니다|고맙습니다"
    r"|질문이? ?있(?:는데요|습니다)|다른 얘기인데|그런데|급합니다|긴급|작업:|목표:"
)
_CJK_PREAMBLE = rf"^(?:(?:{_CJK_COURTESY})[，,、。：:！!\s]*)+(?![たてでは]|的|를|을)"
_ENDING = (
    r"(?i)(?:[,，、.]?\s+|[,，、])(?:please|pls|plz|thanks(?: a lot| in advance)?|thank you|thx|asap|bitte|danke|merci|s'il (?:te|vous) pla[iî]t|stp"
    r"|svp|por favor|gracias|obrigad[oa]|per favore|grazie|alsjeblieft|aub|bedankt|пожалуйста|спасибо|谢谢|多谢|感谢|お願いします"
    r"|お願いいたします|よろしくお願いします|부탁드립니다|감사합니다)[!.。！]*$"
)
# "You are a senior engineer": who is to do it is no part of what is to be done.
_ROLES = phrase_set(
    """
    you are a, you are an, act as, du bist ein, du bist eine, tu es un, tu es une, vous êtes un, vous êtes une,
    agis en tant, eres un, eres una, actúa como, sei un, sei una, agisci come, você é um, você é uma, aja como,
    je bent een, ты опытный, вы опытный, ты сеньор, ты senior, ты эксперт, ты разработчик, выступай в роли
    """
)
_CJK_ROLES = ("你是", "您是", "你现在是", "あなたは", "당신은", "너는")
# A story tells first who wants something.
_STORY_OPENS = ("as a", "als ", "en tant", "como ", "come ", "как ")
_STORY = (
    r"(?i)^(?:as an?|als|en tant qu(?:e |')|como|come|as|como un[ao]?|как) [\w'’ -]{2,28}?,? (?:i|ich|je|ik|я|quiero|quero|voglio|vorrei"
    r"|möchte ich|will ich|wil ik|necesito|preciso)\b(?: (?:want|need|would like|möchte|will|wil|veux|voudrais|хочу))?(?: (?:to|que|that|dass|dat)\b)?[ ,]*"
)
# "por" alone begins a question.
_PLEASE = r"(?i)\bp(?:or favor|er favore)\b,?\s*"
# Dropped from the beginning, again and again.
_WORDS = word_set(
    """
    q hey hi hello ok okay yes yeah yep no well now good great please pls plz can could so oh alright right
    would will you u we i us me lets let's guess think maybe perhaps possibly kindly really basically actually
    want need to have should must just also and but then next thing first btw today
    different else something morning i'd i'm i've love like for the a an there amazing perfect thanks thank hmm
    completely totally entirely quite topic subject ganz völlig etwas was anderes thema tout
    complètement autre chose sujet otra cosa otro tema outra coisa outro assunto altra cosa altro
    argomento un'altra heel iets anders совсем другое wtf lol ugh damn hm ultrathink
    bitte kannst könntest du mir dir jetzt noch und ich möchte bräuchte hätte will wir müssen sollten
    brauchen mal gut hallo moin also ja nein eventuell vielleicht
    peux tu peux-tu pourrais-tu pourriez-vous pouvez vous pouvez-vous est-ce que faudrait je
    voudrais j'aimerais souhaiterais veux et alors bon ben bonjour salut maintenant stp svp
    kun kan kunt zou je jij u alsjeblieft graag nu hoi misschien even eens
    puedes podrías podría necesito quiero quisiera ahora y bueno pues hola pode poderia você preciso queria quero
    agora olá puoi potresti potrebbe vorrei voglio allora ora ciao
    можешь можете мог могли могла бы ли ты вы мне пожалуйста нужно надо давай давайте теперь и привет хочу а как-то
    willen adesso eh insomma cioè ну короче вот voilà bah né então tipo pues mira
    """
)
_PHRASES = phrase_set(
    """
    is it possible to, would it be possible to, what's up, follow up, heads up, what's up with, i'd like you to,
    i would like you to, i want you to, i need you to, i'd like us to, i would like us to, i would like,
    work on, take a look at, have a look at, take a look into, look into, help me, help me to,
    i was wondering if, i was wondering whether, i wonder if, i wonder whether, was wondering if,
    i was thinking that, i was thinking like, i was thinking about, i think that, i feel like,
    what i want is that, what i want is, what i need is, the thing is that, the thing is, i noticed that,
    i noticed, i just noticed, i saw that, i realized that, it seems that, it seems like, it looks like, looks like,
    not sure if this is a bug but, not sure if it's a bug but, i'm not sure but, not sure but,
    think hard about, think harder about, think deeply about, think carefully about, think about, think through,
    think hard, think harder, is there any way to, is there a way to, is there any way that,
    is there a way that, is there any way, is there a way, there is, there's, there are, be able to, were to,
    do me a favor and, go ahead and, make sure that, would you mind, as i said, like i said,
    hi claude, hey claude, hello claude, hi codex, hey codex, hello codex, hi gemini, hey gemini,
    es posible, sería posible, me gustaría que, me gustaría, me ayudas a, me preguntaba si,
    echar un vistazo a, echarle un vistazo a, darle un vistazo a, echa un vistazo a,
    je n'arrive pas à, n'arrive pas à, aide moi à, aide-moi à, il faut, il faudrait, ce serait bien de pouvoir,
    ce serait bien de, serait-il possible de, est-il possible de, en fait, j'ai pensé que, je me demandais si,
    jeter un œil à, jeter un coup d'œil à, jette un œil à, ce que je veux c'est que,
    hilf mir, können sie, könnten sie, würden sie, ist es möglich, wäre es möglich, wäre es möglich dass, wäre es denkbar, ich hätte gern dass,
    ich hätte gerne dass, hätte gern, hätte gerne, ich hab mir gedacht, ich habe mir gedacht, hab mir gedacht,
    was ich will ist dass, was ich möchte ist dass, ich frage mich ob, mir ist aufgefallen dass, es gibt,
    in ruhe, schau dir, schau mal, wirf einen blick auf, einen blick auf,
    é possível, seria possível, eu gostaria de, gostaria de, gostaria que, não consigo, será que, dar uma olhada em,
    dar uma olhada no, dar uma olhada na, dá uma olhada em, dá uma olhada no, dá uma olhada na, me perguntava se,
    è possibile, sarebbe possibile, mi piacerebbe, ti andrebbe di, mi chiedevo se, poter, poder,
    dare un'occhiata a, dare un'occhiata al, dare un'occhiata alla, dai un'occhiata a, dai un'occhiata al,
    is het mogelijk om, het mogelijk zijn om, zou het mogelijk zijn om, ik wil graag dat, ik wil graag,
    ik vroeg me af of, kijken naar, kunnen,
    volevo dire che, o sea, quería decir que, je voulais dire que, ich wollte sagen dass, ik bedoel,
    не могли бы вы, не мог бы ты, не могли бы, можно ли, нельзя ли, есть ли возможность, было бы здорово,
    мне нужно чтобы, я хочу чтобы, хочу чтобы, хотелось бы чтобы, хотелось бы, я думал что
    """
)
_LONGEST_PHRASE = 8
# These may stand between the words of a phrase.
_BETWEEN = word_set(
    "please pls probably possibly maybe perhaps kindly just quickly quick short closer really also basically "
    "actually bitte mal kurz vielleicht eventuell doch peut-être vite misschien eens even quizás rápido talvez rápida "
    "magari veloce пожалуйста"
)
_DESCRIBING = word_set(
    "quick short closer just also really actually basically kurz veloce rápido rápida vite"
)
# At the very beginning these may name something: "next button does nothing".
_ADJECTIVES = word_set(
    "first next like right good great perfect amazing different for need love well thing else something topic "
    "subject thanks morning alright"
)
# Said with courtesy without changing it.
_EMPHASIS = _DESCRIBING | word_set(
    "ok okay so very really again and small little super "
    "noch nur mal kleine kurze petite dernière rápida veloce korte kleine один"
)
_BEGGING = word_set("please pls plz bitte kindly")
# "Have a look why it fails": a question names what is to be looked at.
_LOOK = word_set(
    "look check see kijken bekijken anschauen ansehen schauen schau nachsehen gucken regarder regarde voir mirar ver olhar "
    "guardare vedere"
)
_QUESTION = word_set(
    "why how whether what if where warum wieso weshalb ob wie was wo waarom hoe of wat pourquoi comment si por porque "
    "cómo qué perché come se como"
)


def is_role(clause: str) -> bool:
    """Whether a clause only says who is to do the work: "You are a senior engineer"."""
    words = clause.lower().split()
    is_named = any(" ".join(words[:size]) in _ROLES for size in (2, 3))
    return is_named or clause.startswith(_CJK_ROLES)


def without_preamble(clause: str) -> str:
    """A clause without what is said before and after the request; "" if it is only courtesy."""
    if is_role(clause):
        return clause
    clause = _without_return(_as_spoken(re.compile(_PLEASE).sub("", clause)))
    before = ""
    while clause and clause != before:
        before = clause
        if clause.lower().startswith(_STORY_OPENS):
            clause = re.compile(_STORY).sub("", clause)
        clause = _without_courtesy(clause)
        clause = _without_turn(clause)
        if not clause.isascii():
            clause = re.compile(_CJK_PREAMBLE).sub("", clause)
        clause = _without_words(clause)
    return re.compile(_ENDING).sub("", clause).strip(" ,:¿¡") or clause


def _without_return(clause: str) -> str:
    """A clause without "back to the": what it goes back to names the topic."""
    back = going_back(clause)
    place = clause.lower().replace("’", "'").find(back.phrase) if back.phrase else -1
    # Japanese and Korean say it after what they go back to.
    if place < 0 or clause.lower().find(back.named.split()[0] if back.named else "") < place:
        return clause
    rest = clause[place + len(back.phrase) :].split()
    return " ".join(rest[1:] if rest and rest[0].lower() in ARTICLES else rest) or clause


def _as_spoken(clause: str) -> str:
    """A clause without the sounds and the repetitions of dictation."""
    said = re.compile(_SOUNDS).sub(" ", clause)
    if re.compile(_ENGLISH).search(said):
        said = re.compile(_UM).sub("", said)
    while " " in said and said != (once := re.compile(_STUTTER, re.IGNORECASE).sub(r"\1", said)):
        said = once
    return " ".join(said.split()).strip(" ,")


def _without_courtesy(clause: str) -> str:
    """A clause without greetings, thanks, urgency and labels before a comma or a colon."""
    pieces = re.compile(_PIECE)
    while (piece := pieces.match(clause)) and _is_courtesy(piece.group(1)):
        clause = clause[piece.end() :]
    return "" if _is_courtesy(clause) else clause


def _is_courtesy(piece: str) -> bool:
    """Whether a clause or the beginning of one says nothing but courtesy, urgency or a label."""
    spoken = piece.lower().replace("’", "'").strip().removeprefix("first of all").split()
    words = [bare for word in spoken if (bare := word.strip(" ,:.…!?¿¡#*")) not in _EMPHASIS]
    if not words:
        return bool(piece.strip())
    if " ".join(words) in _COURTESY or (words[0] in _GREETINGS and len(words) <= 3):
        return True
    for size in range(min(_LONGEST_COURTESY, len(words)), 0, -1):
        if " ".join(words[:size]) in _COURTEOUS:
            return not _NO_COURTESY.issuperset(words[size : size + 1] or ("",))
    return False


def _without_turn(clause: str) -> str:
    """A clause without the words that lead to it: "another task: ", "by the way, "."""
    led = re.compile(_TURN).match(clause)
    return clause[led.end() :] if led and cues_of(led.group(1)).leaves else clause


def _without_words(clause: str) -> str:
    words = clause.split()
    plain = [word.strip(",:.!…)¿¡").lower().replace("’", "'") for word in words]
    start = 0
    names = len(words) > 1 and plain[0] in _ADJECTIVES and words[0].lower() == plain[0]
    if names and not _preamble_at([*plain, ""], 1):
        return clause.strip(" ,:¿¡")
    while start < len(words) - 2 and (size := _preamble_at(plain, start)):
        start += min(size, len(words) - 1 - start)
    while start < len(words) - 1 and plain[start] in _BEGGING:
        start += 1
    return " ".join(words[start:]).strip(" ,:¿¡")


def _preamble_at(words: list[str], start: int) -> int:
    """How many words from here on only lead to the request."""
    first = words[start]
    if first in _BETWEEN - _DESCRIBING:
        return 1
    ends = [at + 1 for at in range(start, len(words)) if words[at] not in _BETWEEN]
    for end in reversed(ends[1:_LONGEST_PHRASE] if first not in _BETWEEN else []):
        phrase = " ".join(word for word in words[start:end] if word not in _BETWEEN)
        if phrase in _PHRASES or " ".join(words[start:end]) in _PHRASES:
            return end - start
    looks = first in _LOOK and words[start + 1] in _QUESTION
    return int(looks or first in _WORDS or first in _PHRASES)
