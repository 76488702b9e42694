"""Words of everyday life and of the talk around any work: alone they point at no code.

They still count a little, since a shop has a table of orders and a calendar its days.
"""

from __future__ import annotations

from sightline.text.stopwords import QUESTION_WORDS, TOPIC_STOP_WORDS, word_set

# Listed in one form; what is made of them by an ending counts as well. Left out is what names
# things of programs first: address, branch, field, file, index, key, list, order, string, type.
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
    belong beside best bet better big bike bill bird birthday bit black blanket bless blizzard
    blog blond blood blow blue boat body boil bone book boot bored boring born borrow boss
    bought bowl boy boyfriend brain brave bread breakfast breath bring british bro broke brother
    brought brown brunch bus business busy buy bye cab cafe cake calendar call calm came camp
    can candy cannot car card care career careful cash casual cat catch caught celebrate cell
    center central centre certain certainly chair chance charge charity chat cheap cheer cheese
    chef chest chicken child children chilly china chinese chocolate choice choose christmas
    church cinema city clean clear clinic clock close cloth clothes clothing cloud cloudy club
    coat coffee cold college color colour comb come comedy comfort comfortable company complain
    concert condition confirm congratulation consider contact convenient cook cool corner cost
    couch cough count country couple course cousin cow cozy crazy cream cry cuisine cup curious
    currently curry custom customer cut cute dad daily dance dangerous dark date daughter day
    dead deal dear death december decide deep definite degree delicious delight dentist depart
    department departure deposit desk dessert destination diabetes diamond die died diet
    different difficult dine dinner direction dirty dish distance doctor dog dollar door double
    doubt downtown dozen drama draw dream dress drink drive driver drove drunk dry duck due ear
    early earn earth easily east easter easy eat eight eighteen elderly electric elementary
    eleven else email emergency emotional end energy engage england english enjoy enough enter
    entertain entire entrance equal especially euro europe even evening event ever every
    everybody everyone everything everywhere exact exam excellent except excite excuse exercise
    expect expense expensive experience eye face fact fair fall family famous fan fantastic far
    fare farm fashion fast fat father favor favorite favourite february fee feel feet fell felt
    female festival fever fifteen fifth fifty film final fine finger finish fire fish fit five
    flat flavor flew flight floor flower flu fly fog follow food foot football foreign forest
    forget forgot forty forward found four fourteen fourth free freezing french fresh friday
    fridge friend friendly front fruit fry full fun fund funny furniture future game garage
    garden gas gave gear gentle german gift girl girlfriend glad glass goal god gold golf gonna
    good goodbye gosh gotta grab grade graduate grand grandma grandmother grandpa grass great
    green greet grew grey grocery ground group grow guess guest guesthouse guide guitar gun guy
    gym hair half hall hand handsome happy hard hate head health healthy hear heard heart heat
    heavy height held hell helpful hero high hike hill hit hobby hold holiday home honest honey
    hope horrible horse hospital hospitality host hot hotel hour house however huge human humid
    hundred hung hungry hurry hurt husband ice idea ideal ill imagine immediate important
    impress inch include incredible india indian indoor inexpensive inform information injure
    inside insurance interest invite italian italy item jacket january japan japanese jazz
    jealous job join joke journey joy juice july june keep kept kid kidding kill kind king kiss
    kitchen knee knew knife lab lady lake lamb land language large last late lately later laugh
    laundry law lawyer lay lazy learn least leave left leg legal lemon less lesson letter level
    library lie life lift light line lion lip listen little live lived local locate location
    lodge lol london lonely long lose lost lot loud love lovely low luck lucky lunch luxury mad
    magic main major makeup male mall mama man manage many march mark market marry match math
    matter maybe meal mean meant meat medical medicine meet meeting member men menu mess met
    middle mild mile milk million mind minute miss mobile moderate mom moment monday money month
    mood moon morning mostly mother motor mountain mouse mouth move movie much mum museum music
    musician mystery nail name nation nature navigate navy near nearby nearest nearly neck
    neighbor nephew nervous never new newspaper next nice niece night nine nineteen noise none
    noon normal north northern nose note nothing notice november number nurse nut obvious
    occasion occupation ocean october odd offer office often oh oil old once one onion online
    open opinion option orange outdoor outside oven owe owner oxford pack paid pain paint pair
    pants paper pardon parent paris park parking particular party pass passenger passport past
    pasta patient pay payment peace people pepper percent perfect perhaps period person personal
    pet phone photo piano pick picnic picture pie piece pig pink pizza place plan plane plant
    play player pleasant pleasure plenty plus pocket poem police polite pool poor popular pork
    possibly post postcode potato pound practice prefer preference pregnant prepare present
    pretty price pride prime print private prize probably problem profession professor proud
    provide public pull purchase purple purpose put quarter queen quick quickly quiet quite race
    radio rain rainy raise ran range rate rather reach read ready real reason reasonable receipt
    recent recipe recommend red refer reference refund refuse regard region regret relationship
    relax religion remain remember remind rent repair repeat request reservation reserve rest
    restaurant result return rice rich ride right ring rise river road rock romantic room rose
    rough round row rude ruin rule run rush sad safe said sail salad salary sale salt sandwich
    sat saturday saw say scare schedule school science scream sea search season seat second
    secret see sell send senior sense sent september serious serve service set seven seventeen
    several sew sex shame share shark she shine ship shirt shoe shop short shoulder shout shower
    sick side sight sign similar simple sing singer single sir sister sit site situation six
    sixteen sixty size skin sky sleep slept slow small smart smell smile smoke snack snow soccer
    social sofa soft sold soldier somebody sometime sometimes somewhere son song soon sorry sort
    sound soup south southern space spain spanish speak special specific spend spent spicy spoke
    sport spring staff stand star start state station stay steak step stick still stomach stood
    stop storage store storm story straight strange stranger street strong student study stuff
    style subway such sudden sugar suggest suit summer sun sunday sunny super supper support
    suppose sure surf surgery surprise sweet swim table take talk tall taste taught tax taxi tea
    teach teacher team tear teenager telephone television temperature ten tennis terrible thai
    thanksgiving theater theatre third thirteen thirty though thought thousand three throw
    thursday ticket tie tiger till time tired today together told tomato tomorrow tonight took
    tooth top total touch tough tour tourist toward town toy traffic train transfer travel tree
    trip trouble truck true trust truth try tuesday turkey turn tv twelve twenty twice two ugly
    umbrella uncle uncomfortable unfortunate unit unite university upset use useful usual
    vacation valley vegan vegetable vegetarian vehicle video village violin visit voice wait
    waiter wake walk wall wallet war warm wash watch water way wear weather website wedding
    wednesday week weekday weekend weigh weight weird welcome well west western wet whatever
    wheel white whole wide wife wifi wild win wind window wine winter wish woke woman women won
    wonder wonderful wood work world worry worse worst worth wow write wrong yeah year yellow
    yep yesterday york young zoo
    """
)
# What is said around every change, whatever it changes.
WORK_TALK = word_set(
    """
    add amend approach build bump change changelog check clean cleanup code comment commit
    conflict continue diff discuss explain fail feedback fix forgot format implement improve
    issue lgtm lint linter merge origin plan proceed progress propose pull push rebase rerun
    resolve revert review ship squash suite summarize summary task test undo update version
    warning
    """
)
# What chores are about, and code as well: they point at none where nothing else is said.
CHORES = word_set(
    """
    assign branch checker checkout cherry ci clipboard clone compile copy coverage create
    current delete dependencies dependency deploy describe description dev directory docs
    document documentation draft environment feature fetch file folder fork formatter git install latest
    list log output paste pipeline pr print readme release remove rename restart save screenshot
    staging stash status summarise switch sync tag temporary touch upgrade upstream
    """
)
# What all code is made of: beside a word for something said before they do not say which.
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
# What sentences of other languages are made of; left out is what is English or code as well: als,
# con, del, des, die, mit, par, sin, son.
ELSEWHERE = word_set(
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
_LISTS = (EVERYDAY, WORK_TALK, QUESTION_WORDS, TOPIC_STOP_WORDS, ELSEWHERE)
_ENDINGS = ("s", "es", "ed", "d", "ing", "er", "ly", "y")


def is_everyday(word: str) -> bool:
    """Whether a word, in lower case, is of everyday life, or begins with a digit as times do."""
    return word[:1].isdigit() or _is_of(_LISTS, word)


def is_chore(word: str) -> bool:
    """Whether a word, in lower case, is one that chores around code are made of."""
    return _is_of((CHORES,), word)


def is_code_talk(word: str) -> bool:
    """Whether a word, in lower case, may be said of any code at all."""
    return _is_of((CODE_TALK,), word)


def _is_of(lists: tuple[frozenset[str], ...], word: str) -> bool:
    """Whether a word stands in one of the lists, or is made of such a word by an ending."""
    for listed in lists:
        if word in listed:
            return True
    if not word.endswith(_ENDINGS):
        return False
    return any(
        form in listed
        for ending in _ENDINGS
        if word.endswith(ending) and len(word) - len(ending) > 2
        for form in _before(word[: -len(ending)])
        for listed in lists
    )


def _before(stem: str) -> tuple[str, ...]:
    """What a word may have been before it got an ending: walk, bak(e), sto(p)p, cr(y)i."""
    doubled = stem[:-1] if stem[-1] == stem[-2] else stem
    return stem, stem + "e", doubled, stem[:-1] + "y" if stem[-1] == "i" else stem
