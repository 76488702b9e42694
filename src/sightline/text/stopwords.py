"""Word lists: what carries no meaning in a question, in a prompt, in a fact. Data only."""


def word_set(listed: str) -> frozenset[str]:
    """Words listed with white space between them."""
    return frozenset(listed.split())


# Function words of English.
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

# What is dropped from every question and keyword list: these, and contractions whole or cut.
STOP_WORDS = FUNCTION_WORDS | word_set(
    """
    don doesn didn isn aren wasn weren won wouldn couldn shouldn hasn haven hadn ain
    don't doesn't didn't isn't aren't wasn't weren't won't can't cannot couldn't wouldn't
    shouldn't hasn't haven't hadn't i'm i've i'll i'd it's that's there's let's what's
    you're you've we're we've they're
    """
)

# What a question adds around its subject; not dropped from documents.
QUESTION_WORDS = word_set(
    """
    actually anybody anyone anything basically explain find give happen happened happening happens
    hello help hey hi ideally kindly know let lets like look looking looks maybe need needs ok okay
    please possible question really seem seems show somehow someone something tell thank thanks
    think thing things understand want wanted wants whatever wonder wondering yes yet
    """
)

# FG-9: what says nothing about a prompt's topic; compared before stemming (ruling 3).
TOPIC_STOP_WORDS = STOP_WORDS | word_set(
    """
    back because even first get gets getting go goes going gone got hello hey hi know knows let
    lets like likes ll made make makes making much need needs new now ok okay one please re really
    right said say saying says see seen sees still sure thank thanks thing things think thinks two
    us use used uses using ve want wants way well yes
    """
)
