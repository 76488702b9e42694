"""Function words of other languages than English, without those that mean something in English."""

from sightline.text.word_lists import word_set

# German, French, Spanish, Portuguese, Italian and Chinese. They say which language a question is in,
# and nothing else.
OTHER_FUNCTION_WORDS = word_set(
    """
    aber alle allem allen aller alles als auch auf aus bei beim bis bitte da dafür damit danach dann
    daran darf darum das dass dein deine dem den denn der des dich diese diesem diesen dieser dieses
    dir doch dort du durch ein eine einem einen einer eines einfach er es etwas euch euer für gegen
    gibt habe haben hatte hier ihm ihn ihnen ihr ihre im immer ist ja jede jeden jeder jedes jetzt
    kann kannst kein keine keinen können könnte machen mal mehr mein meine mich mir mit muss müssen
    nach nicht nichts noch nur ob oder ohne schon sehr sein seine seit sich sie sind so soll sollen
    sollte sonst über um und uns unser unsere unter viel vom von vor wann warum was weil weiter welche
    welchem welchen welcher welches wenn wer werden wie wieder wieso will wir wird wo woher wohin
    wollen womit worden wurde wurden würde zu zum zur zwischen
    ainsi alors après au aussi autre aux avant avec avoir ça ce cela ces cet cette ceux chaque chez
    combien comme comment dans de depuis des deux doit donc dont du elle elles en encore entre est et
    était être eu fait faire faut il ils je là la le les leur leurs lui mais même mes moi mon ne ni
    nos notre nous où ou par parce pas peu peut plus pourquoi puis qu quand que quel quelle quelles
    quels qui quoi sa se sera ses si sont sous sur ta te tes toi ton tous tout toute toutes très tu
    un une vers voici voilà vos votre vous
    al algo allí aquí así aún cada casi como cómo con cual cuál cuáles cuando cuándo cuánto cuántos
    debe del desde donde dónde el él ella ellas ellos entonces eran eres esa ese eso esta está están
    este esto estos fue fueron había hace hacer hacia hasta hay haya la las lo los más mi mis mucho
    muy nada ni nos nosotros nuestra nuestro o otra otro para pero poco por porque puede puedo pues
    qué quién quiero ser sería si sí siempre sin sobre solo sólo su sus también tan tanto tengo tiene
    todas todo todos tu tus un una uno unos usted ya yo y
    ao aos aquela aquele assim até cada com como da das dela dele deles desde deve dos e é ela elas
    ele eles em então era essa esse esta está estão este eu foi fazer há isso isto já lhe mais mas me
    mesmo meu minha muito na não nas nem no nos nossa nosso num numa o onde os ou outra outro para
    pela pelo pode por porquê qual quais quando quanto que quem são se sem será seu seus só sua suas
    também tem temos ter toda todas todo todos tudo um uma uns você
    abbiamo agli ai alla alle anche ancora avere ci cioè che chi ciascuno coi come con cosa così cui
    da dal dalla dei del della delle deve devo di dove due e ed essere fa fare fino fra gli ha hanno ho
    il in io la le lei li lo loro ma mi mio molto nei nel nella nelle nessuno noi non nostro o ogni
    ora per perché però più poi può qual quale quali quando quanto quella quelle quello questa queste
    questo qui se sei senza si sia siamo solo sono sopra sta stato su sua sul sulla suo tra tu tua
    tutti tutto un una uno vi voi è
    什么 怎么 为什 如何 我们 你们 他们 可以 需要 应该 哪些 哪个 哪里 是否 多少 这个 那个 这里 那里 一个 没有 不是 还是
    能不 不能 的是 是什 么样 的时 时候 有没 吗 呢 请问 一下 现在 还有 因为 所以 但是 如果 就是
    """
) - word_set("da come se me no son man die war bin hat will main sans pour test")
