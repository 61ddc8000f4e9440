"""The languages in which there is a program to copy, and how a question is put in each.

The program itself stands beside this, as one text a language; `write` fills it in.
"""

from dataclasses import dataclass

_C_KEYWORDS = """auto break case char const continue default do double else enum extern
float for goto if inline int long register restrict return short signed sizeof static
struct switch typedef union unsigned void volatile while"""


@dataclass(frozen=True, kw_only=True)
class HarnessLanguage:
    """One language.

    Attributes
    ----------
    title : str
        What people call it.
    file : str
        The program's name, and that of the text beside this.
    build, run : str
        Commands, with the program's folder as `{at}`; "" where nothing is built.
    takes : tuple of str
        A parameter that is a number, and one that is a vector; `{name}` and `{size}`.
    asks : tuple of str
        The same as they are read from the question.
    reserved : str
        Words that no parameter can have as its name.
    """

    title: str
    file: str
    build: str = ""
    run: str
    takes: tuple[str, str]
    asks: tuple[str, str]
    reserved: str


LANGUAGES = {
    "c": HarnessLanguage(
        title="C",
        file="judged.c",
        build="gcc -O2 {at}judged.c -o {at}judged -lm",
        run="{at}judged",
        takes=("double {name}", "const double {name}[{size}]"),
        asks=('number("{name}")', 'vector("{name}", {size})'),
        reserved=_C_KEYWORDS,
    ),
    "cpp": HarnessLanguage(
        title="C++",
        file="judged.cpp",
        build="g++ -O2 {at}judged.cpp -o {at}judged",
        run="{at}judged",
        takes=("double {name}", "Vector {name}"),
        asks=('q.number("{name}")', 'q.vector("{name}", {size})'),
        reserved=f"""{_C_KEYWORDS} alignas alignof asm bool catch char16_t char32_t
        constexpr decltype delete dynamic_cast explicit export false friend mutable
        namespace new noexcept nullptr operator private protected public static_cast
        template this thread_local throw true typeid typename using virtual""",
    ),
    "csharp": HarnessLanguage(
        title="C#",
        file="Judged.cs",
        build="mcs -r:System.Numerics.dll {at}Judged.cs",
        run="mono {at}Judged.exe",
        takes=("double {name}", "double[] {name}"),
        asks=('q.Number("{name}")', 'q.Numbers("{name}")'),
        reserved="""abstract base bool byte case catch char checked const decimal
        default delegate do double enum event explicit extern false fixed float
        foreach goto implicit int interface internal lock long namespace new null
        object operator out override params private protected public readonly ref
        sbyte sealed short sizeof stackalloc static string struct switch this throw
        true typeof uint ulong unchecked unsafe ushort using virtual void volatile""",
    ),
    "java": HarnessLanguage(
        title="Java",
        file="Judged.java",
        build="javac {at}Judged.java",
        run="java -cp {at} Judged",
        takes=("double {name}", "double[] {name}"),
        asks=('q.number("{name}")', 'q.vector("{name}")'),
        reserved="""abstract boolean byte case catch char const default do double enum
        extends false final float goto implements instanceof int interface long native
        new null package private protected public short static strictfp super switch
        synchronized this throw throws transient true void volatile""",
    ),
    "javascript": HarnessLanguage(
        title="JavaScript",
        file="judged.js",
        run="node {at}judged.js",
        takes=("{name}", "{name}"),
        asks=("q.{name}", "q.{name}"),
        reserved="""case catch const debugger default delete do enum export extends
        false function instanceof let new null static super switch this throw true
        typeof var void""",
    ),
    "lua": HarnessLanguage(
        title="Lua",
        file="judged.lua",
        run="lua {at}judged.lua",
        takes=("{name}", "{name}"),
        asks=('q["{name}"]', 'q["{name}"]'),
        reserved="do elseif end false function goto local nil repeat then true until",
    ),
    "rust": HarnessLanguage(
        title="Rust",
        file="judged.rs",
        build="rustc --edition 2021 -O {at}judged.rs -o {at}judged",
        run="{at}judged",
        takes=("{name}: f64", "{name}: [f64; {size}]"),
        asks=('q.number("{name}")', 'q.vector("{name}")'),
        reserved="""abstract become box const crate do dyn enum extern false final fn
        impl let loop macro match mod move mut override priv pub ref self static
        struct super trait true type typeof unsafe unsized use virtual where""",
    ),
}
"""By the words of the command line."""
