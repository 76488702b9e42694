"""Function words of ten other languages, as one list for topics and their titles."""

from sightline.text.word_lists import word_set

# Function words of other languages: de, fr, es, pt, it, nl, ru, zh, ja, ko. They name no topic; some
# are English words too, so they are dropped from topics only.
FOREIGN_STOP_WORDS = word_set(
    """
    und oder aber nicht ist sind wird werden wurde haben hat wir ihr ich dass daß weil wenn dann
    noch auch schon mehr sehr hier dort für über unter zwischen nach vor bei aus auf vom zum zur
    beim ein eine einen einem einer eines das dem der den des die kein keine kann kannst können
    muss müssen soll sollte sollen bitte jetzt doch wie warum welche welcher dieses diese dieser
    dies alles andere anderen einmal wieder von mach mache machen gemacht mir dir uns euch was mit
    als ob nur so da du sie er es man mal im in am an zu um ab bis ohne gegen durch nun eben halt
    eigentlich immer nie gibt geht ging lieber gern gut ja nein danke damit daran davon dabei dazu
    sonst bin bist war waren hatte hätte hätten wäre würde könnte lass lassen brauche brauchen
    nochmal wieso wer wo wann welches etwas nichts selbst beide viel viele wenig ganz zwei drei
    erst erste ersten erstes zweite zweiten zweites dritte dritten drittes letzte letzten letztes
    et ou mais pas ne le la les un une de au aux ce cet cette ces ça ca sont était être avoir fait
    faire pour avec dans sur sous sans par nous vous ils elles il elle je tu on que qui quoi quand
    pourquoi comment donc alors parce leur leurs aussi très bien encore déjà puis peux peut est
    sera ai as avons avez ont y en se sa son ses mon ma mes ton ta tes notre votre plus moins trop
    peu tout tous toute toutes si non oui même autre entre depuis voudrais aimerais faudrait faut
    doit pouvoir quel quelle là ici premier première deuxième second seconde troisième dernier dernière
    el los las unos unas o pero no está están ser estar para porque cuando donde qué cómo como
    esto esta este estos estas ese esa eso muy también más menos hay puede puedes puedo hacer haz
    hace tiene tienen nosotros ellos con sin por del al lo su sus mi mis tus yo ya sí ni todo
    todos toda todas otro otra desde hasta sobre ahora aquí allí primero primera segundo segunda tercero
    tercera último última
    os uma umas e mas não nao é são estão quando onde isso isto esse essa muito também pode podes
    fazer faz tem têm nós eles com sem em na nos nas do dos ao aos à pelo pela seu sua meu minha
    já sim outra outro até agora aqui primeiro primeira terceiro terceira
    gli i uno è sono sia essere per perché dove questo questa questi queste quello quella molto
    anche più meno può fare fa ha hanno noi loro senza di della dei delle nel nella nei sul sulla
    alla che come suo mio mia già sì tutto tutti altra altro tra fra ora cosa primo secondo terzo ultimo
    het een of maar niet is zijn wordt worden heeft hebben had omdat wanneer waar deze dit dat ook
    nog naar voor kan kunnen moet moeten wij we jullie ik jij hij zij ze u met zonder door van op
    aan bij uit over onder tot om te dan wel geen meer minder veel nu daar wat hoe waarom alle zo eerste
    tweede derde laatste
    это что как где когда почему потому или если для при без под над она они оно он мы вы его её
    их не ни но а и в на с со к ко по из за от до у о об же бы ли была было были быть есть так ещё
    еще уже только очень можно нужно надо нам нас вам вас мне меня тебя ты я все всё этот эта эти
    тот та те там тут здесь теперь сейчас чтобы чем который которая которые тоже также раз два
    свой первый первое второй вторая второе третий последний
    的 了 是 在 我 你 他 她 它 们 我们 你们 他们 这 那 这个 那个 这些 那些 有 没 没有 不 也 就 都
    还 又 和 与 或 但 但是 如果 要 会 能 可以 可能 怎么 怎么办 什么 为什么 哪里 时候 现在 然后 再
    把 被 给 对 从 到 上 下 里 吗 呢 吧 啊 很 太 最 更 一个 一下 一直 已经 还是 就是 不是 不能
    需要 应该 请 用 做 加 改 看
    の に は を が と で も から まで へ や か な だ です ます した して する される した場 こと
    もの これ それ あれ この その あの ここ そこ どこ なに 何 なぜ どう いつ ある いる ない なる
    よう ため ので けど でも また まだ もう とき ください 下さい お願い
    이 그 저 것 수 등 및 를 을 은 는 가 의 에 에서 으로 로 와 과 도 만 하고 하는 하면 해서 했 있
    없 되 왜 어떻게 무엇 언제 어디 지금 그리고 그런데 하지만 해줘 주세요
    """
)
