"""Phrases by which a prompt says where it belongs, in twelve languages, as data for `topics.prompts.cues`."""

from sightline.text.word_lists import word_set


def phrase_set(phrases: str) -> frozenset[str]:
    """Phrases listed with commas or line ends between them."""
    return frozenset(
        " ".join(p.split()) for p in phrases.replace("\n", ",").split(",") if p.strip()
    )


# Said before a cue without changing it.
FILLERS = word_set(
    "ok okay so good great and now well right alright thanks fine done actually cool jetzt gut also bon bien alors "
    "bueno vale então bene allora goed хорошо ладно maintenant ahora agora adesso ora nu теперь а"
)
INTENSIFIERS = word_set(
    "completely totally entirely quite whole ganz völlig tout complètement completamente totalmente "
    "totaalmente heel совсем совершенно mal noch even"
)
# What leads to something else: "let's do ...", "on to ...", "maintenant ...".
LEADS = word_set(
    """
    let's let us lets do on to i i've have got we we'll want move go turn look at time for a an the and
    then here's there's is
    lass uns lasst zu zum zur einer einem einen eine ein nun dann und kommen wir ich habe hätte weiter
    maintenant et puis ensuite on faisons j'ai une un nous parlons
    ahora y pues luego vamos con a tengo una un hablemos de
    agora e depois com tenho uma um
    adesso ora e poi ho una un facciamo
    nu en dan nog een ik heb over naar nou
    теперь а и давай давайте тогда потом есть у меня ещё еще
    """
)
POLITE = word_set(
    "please pls can could would you we hey hi hello so bitte kannst könntest du ihr svp peux tu "
    "pouvez vous puedes por favor pode você puoi per favore kun je kan пожалуйста можешь"
)

LEAVES = phrase_set(
    """
    something different, something else, something new, something other, different topic,
    different subject, different thing, different question, different task, another topic,
    another subject, another thing, another task, another issue, another question, another problem,
    other topic, other thing, new topic, new subject, new task, new ticket, new issue, new feature,
    next topic, next thing, next task, next issue, next ticket, next one, unrelated, on another note,
    by the way, btw, while that, while it, while you, in the meantime, meanwhile, moving on,
    let's move on, let's move to, let's switch, switch to, switching to, next up, separately, forget that, forget it for now, done with that,
    that's it for, that's all for, enough of that, enough of this, let's park that, park that, put that aside,
    set that aside, quick question about something, quick detour, side question,,
    change of topic, change the subject, change subject, different story, different matter
    etwas anderes, was anderes, anderes thema, neues thema, nächstes thema, themenwechsel, übrigens,
    nebenbei, andere frage, andere sache, andere baustelle, anderen thema, anderen frage, anderes problem,
    andere aufgabe, neue aufgabe, nächste aufgabe, neuen aufgabe, nächsten aufgabe, nächster punkt, vergiss das, vergessen wir das, lassen wir das,
    zwischenfrage, kurze zwischenfrage, genug davon, das war's mit,,
    nächsten punkt, neues problem, wechseln wir das thema
    autre chose, autre sujet, autre point, autre question, rien à voir, nouveau sujet, au fait, laisse tomber, laissons ça, oublie ça,
    oublions ça, petite parenthèse,,
    passons à, passons au, changement de sujet, sujet suivant, changeons de sujet, changer de sujet,
    d'autre chose, autre tâche, nouvelle tâche, prochaine tâche, tâche suivante, autre problème
    otra cosa, otro tema, otra pregunta, cambiando de tema, cambio de tema, por cierto, nuevo tema, olvídalo, olvida eso, dejemos eso,
    basta con eso, una pregunta aparte,,
    algo distinto, algo diferente, pasemos a, cambiemos de tema, cambiar de tema, otra tarea, nueva tarea,
    próxima tarea, siguiente tarea, siguiente tema, otro problema
    outra coisa, outro assunto, outra pergunta, mudando de assunto, novo assunto, a propósito, esquece isso, deixemos isso,
    chega disso, uma pergunta à parte,,
    algo diferente, vamos para, mudemos de assunto, mudar de assunto, outra tarefa, nova tarefa,
    próxima tarefa, próximo assunto, outro problema
    altra cosa, altro argomento, altra domanda, cambiando argomento, cambiamo argomento, lascia perdere, lasciamo stare,
    basta così con, una domanda a parte,,
    nuovo argomento, a proposito, qualcosa di diverso, passiamo a, passiamo ad, un'altra cosa,
    un'altra domanda, un altro argomento, altro compito, nuovo compito, prossimo compito, cambiare argomento,
    altro problema, un altro problema
    iets anders, ander onderwerp, andere vraag, nieuw onderwerp, trouwens, volgend onderwerp, andere taak, vergeet dat, laat dat maar,
    genoeg daarvan, even iets tussendoor,,
    nieuwe taak, volgende taak, volgende onderwerp, ander probleem
    другое, другая тема, другой вопрос, другая задача, кстати, новая тема, новая задача, сменим тему, забудь, забудь об этом,
    оставим это, хватит об этом, отложим это, отвлечёмся,,
    перейдем к, перейдём к, переходим к, поменяем тему, следующая задача, следующая тема, о другом,
    другому вопросу, другой теме
    """
)
# Those that name nothing: after "let's do ..." or "on to ..." too they turn away.
SOMETHING_ELSE = phrase_set(
    """
    something different, something else, different topic, different subject, different thing,
    another topic, another subject, another thing, another question, other topic, new topic,
    new subject, next topic,
    etwas anderes, was anderes, anderes thema, anderen thema, neues thema, neuen thema,
    autre chose, autre sujet, d'autre chose, nouveau sujet, otra cosa, otro tema, nuevo tema,
    outra coisa, outro assunto, novo assunto, altra cosa, altro argomento, nuovo argomento,
    un'altra cosa, iets anders, ander onderwerp, nieuw onderwerp,
    другое, другая тема, другой теме, о другом, новая тема,
    das thema wechseln, changer de sujet, cambiar de tema, mudar de assunto, cambiare argomento
    """
)
# Alone before a colon.
LEAVING_SUBJECTS = word_set(
    "different next new separately unrelated other anderes neu autre otro outro"
)
RESUMES = phrase_set(
    """
    continue, continue with, continue on, continuing with, let's continue, resume, resuming, pick up,
    picking up, carry on, carry on with, carrying on, keep going, go on with, take up again, left off
    weiter mit, mach weiter, machen wir weiter, weitermachen, setz fort, fortsetzen, nimm wieder auf
    continue, continuons, continuer, poursuis, poursuivons, poursuivre, reprends, reprenons, reprendre
    continúa, continua, continuar, sigue con, sigamos, seguimos, seguir con, retoma, retomemos, retomando
    continue, continuar, prossiga, segue com, retome, retomando, vamos retomar
    continua, continuiamo, prosegui, proseguiamo, riprendi, riprendiamo, riprendere
    ga verder, ga door, verder met, doorgaan
    продолжи, продолжай, продолжим, продолжить
    """
)
RETURNS = phrase_set(
    """
    back to, back at, back on, return to, returning to, continue with, continue on, continuing with,
    let's continue, resume, resuming, pick up, picking up, again, once more, earlier, yesterday,
    last time, last week, where were we
    zurück zu, zurück zum, zurück zur, nochmal, noch mal, noch was zu, noch was zum, noch was zur,
    nochmal zu, wieder, vorhin, gestern, weiter mit
    reviens, revenons, retour à, retour au, retour sur, de nouveau, tout à l'heure, reprenons, encore
    volvamos a, volviendo a, volver a, volvamos al, volviendo al, de vuelta a, de nuevo, otra vez,
    ayer, retomemos, retomando
    voltando a, voltando ao, voltando à, voltamos a, de volta a, de novo, ontem, retomando
    torniamo a, torniamo al, torniamo alla, tornando a, tornando al, tornando alla, di nuovo, ieri,
    riprendiamo
    terug naar, opnieuw, gisteren, weer, verder met
    вернемся, вернёмся, возвращаясь, снова, опять, вчера, обратно к
    """
)
JOINS = phrase_set(
    """
    and, also, but, so, ok, okay, yes, yeah, yep, no, nope, not, then, now, hmm, hm, oh, ah, sure,
    great, nice, good, better, perfect, perf, amazing, thanks, thank, still, again, same,
    wait, done, cool, right, lgtm, why, only, what if, or, ugh, works, argh
    und, aber, auch, ja, nein, gut, jetzt, dann, noch, doch, nur, danke, genau, warum, oder, passt,
    was passiert wenn, was wenn
    et, mais, oui, non, aussi, alors, donc, mieux, toujours, merci, pourquoi, ou, par contre
    y, pero, sí, si, también, entonces, ahora, mejor, gracias, todavía, por qué, o
    e, mas, sim, não, também, então, agora, obrigado, obrigada, ainda
    ma, anche, allora, adesso, ora, meglio, grazie, ancora, perché
    en, maar, ook, nee, dan, nu, nog, bedankt, waarom, of
    и, а, но, да, нет, тоже, теперь, тогда, ещё, еще, спасибо, почему, или
    """
)
OPENS = phrase_set(
    """
    add, fix, write, create, update, set up, document, prepare, implement, refactor, review,
    investigate, build, deploy, help, migrate, introduce, design, debug, upgrade, bump, we need,
    we have to, i want, i need, i'd like, i'd love, i'm working, we're, we are, there's, there is,
    there are, let's start, let's review, let's work, let's look, let's build, let's add, the,
    have a look, take a look, look at, look into, brainstorm, you are, let's make, let's discuss,
    let's respond, let's debug, read the, branch off,
    customer, customers, user, users, somebody, someone, a customer, a user
    füge, erstelle, schreib, schreibe, bau, baue, korrigiere, implementiere, wir brauchen,
    wir müssen, ich brauche, ich möchte, ich will, es gibt, schau dir, schauen wir, sieh dir, lies, die, der, das, kunden, nutzer
    regarde, regardons, lis, ajoute, corrige, crée, écris, il faut, il faudrait, je voudrais, nous, on doit, on a besoin, le,
    la, les
    mira, miremos, revisa, lee, añade, agrega, arregla, crea, escribe, implementa, necesito, necesitamos, hay que, quiero, el,
    los, las
    veja, olhe, revise, leia, adicione, adiciona, corrija, crie, escreva, implemente, precisamos, preciso, os, as
    guarda, guardiamo, leggi, aggiungi, correggi, scrivi, abbiamo bisogno, bisogna, vorrei, il, gli
    kijk naar, bekijk, lees, voeg, maak, schrijf, we moeten, ik wil, het
    посмотри, прочитай, добавь, исправь, создай, напиши, нужно, надо, мне нужно, сделай, реализуй
    """
)
# Routine that ends a piece of work, as it is asked for and as it is reported.
CLOSING = word_set(
    """
    commit push merge release deploy ship committe committen pushe pushen mergen merge commite einchecken
    pousse pousser fusionne fusionner committer sube fusiona despliega envia faça commita pusha
    """
)
CLOSED = word_set(
    """
    pushed committed merged released deployed shipped gepusht committet gemergt veröffentlicht eingecheckt
    poussé committé fusionné déployé subido fusionado desplegado commitado enviado pushato unito
    gecommit запушил закоммитил влил
    """
)
CJK_CLOSING = phrase_set("提交, 推送, 合并, 合併, コミット, プッシュ, マージ, 커밋, 푸시, 머지")
# Words that point to what was said before.
REFERS = word_set(
    """
    this that it these those them they its both
    dies diese dieser dieses diesen es damit dafür davon darin daran dazu dabei
    ça cela ceci celui celle ce cette ces eux
    esto eso ese esa este esta ello esos esas isso isto esse essa nisso disso
    questo questa quello quella questi quelle ciò
    dit dat deze
    это этот эта эти этого этом того
    """
)
CJK_REFERS = phrase_set("这, 那个, 它, これ, それ, この, その, 이거, 그거, 이것, 그것")
# Languages written without spaces, and Korean: recognised by their characters.
CJK_LEAVES = phrase_set(
    """
    先不管, 先放一放, 先放下, 这个先这样, 做别的, 别的事, 换一个, 另一件, 新话题, 下个任务, 另外, 换个, 換個, 另一个, 另一個, 顺便, 順便, 接下来, 下一个, 下一個, 新任务, 新的任务, 别的
    それは置いといて, その件は後で, 別件, 別の件, 別の話, 別のこと, 別のタスク, 話は変わ, ところで, ちなみに, 次は, 次のタスク, 次の課題,
    話題を変え, 別の作業, 次の作業, 新しいタスク, 他の件, 別のこと
    그건 됐고, 그건 나중에, 그건 놔두고, 다른 얘기, 다른 이야기, 다른 주제, 다른 작업, 다른 건, 참고로, 다음 작업, 다음 주제, 새로운 주제, 새로운 작업, 다른 일, 새 작업,
    다음 일, 딴 얘기
    """
)
CJK_RETURNS = phrase_set(
    """
    回到, 回来, 刚才, 剛才, 昨天, 之前, 继续, 繼續, 再来, 又, に戻, 戻って, さっき, 昨日, 先ほど, また, 続き
    다시, 아까, 어제, 돌아가
    """
)
CJK_RESUMES = phrase_set("继续, 繼續, 接着, 接著, 続き, 続け, 再開, 계속, 이어서")
CJK_JOINS = phrase_set(
    """
    如果, 那, 还有, 還有, 但, 也, 好, 对, 對, 不, 为什么, 為什麼
    それ, でも, あと, じゃあ, はい, いいえ, なぜ, そして, 그리고, 그럼, 하지만, 네, 아니, 왜
    """
)
CJK_OPENS = phrase_set(
    """
    看一下, 看看, 添加, 增加, 修复, 创建, 新建, 写, 实现, 需要, 我想, 给, 給, 追加, 修正, 作成, 実装, 추가, 수정, 만들, 구현
    """
)
