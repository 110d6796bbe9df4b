"""The words that rendering itself puts on a page, in each language."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Labels:
    """`{…}` is filled in where the label is used."""

    # marks and their popover
    verified: str
    quoted: str
    formula: str
    name: str
    value: str
    code: str
    paper: str
    where: str
    what: str
    says: str
    means: str
    link: str
    report: str
    formula_link: str
    joint: str
    # code
    copy: str
    output: str
    # experiments
    drawing: str
    download_notebook: str
    download_program: str
    open_colab: str
    open_modelarts: str
    notebook_origin: str
    # home page
    numbers: str
    formulas: str
    programs: str
    experiments: str
    figures: str
    passed: str
    how: str
    # references
    cited_on: str
    bibtex: str
    # verification page
    intro: str
    numbers_title: str
    formulas_title: str
    programs_title: str
    figures_title: str
    rest_title: str
    rest: str
    kind: str
    count: str
    literal: str
    code_line: str
    lines: str
    snippet: str
    shown_on: str
    no_page: str
    mutants_title: str
    drift_title: str
    change: str
    unnoticed: str
    condition: str
    claims: str
    changed: str
    not_measured: str
    exceptions: str
    no_exceptions: str
    exception_cited: str
    exception_notation: str
    reason: str
    checked_by: str
    versions: str
    tool: str
    version: str
    work: str

    @property
    def popover(self) -> dict[str, str]:
        """What stands before each row of the popover, languages by their own names; its links."""
        rows = ("name", "value", "code", "paper", "where", "what", "says", "means")
        names = (*rows, "link", "report")
        return {name: getattr(self, name) for name in names} | LANGUAGES


LANGUAGES = {"zh": "中文", "en": "English"}
ZH = Labels(
    verified="已核对：{names}",
    quoted="引自：{names}",
    formula="公式",
    name="名称",
    value="算得",
    code="代码",
    paper="论文",
    where="出处",
    what="含义",
    says="原文",
    means="意思",
    link="本处链接",
    report="报告错误",
    formula_link="本式链接",
    joint="、",
    copy="复制程序",
    output="输出",
    drawing="画图的代码",
    download_notebook="下载笔记本（.ipynb）",
    download_program="下载程序（.py）",
    open_colab="在 Colab 中打开",
    open_modelarts="在 ModelArts 中打开",
    notebook_origin="来自 {address} ，文中的数都在那里核对。运行环境：{versions}。",
    numbers="数",
    formulas="公式",
    programs="程序",
    experiments="实验",
    figures="引用数据",
    passed="本次构建全部通过 · {versions}",
    how="怎样核对",
    cited_on="引用处：",
    bibtex="下载全部文献的 BibTeX",
    intro="下面每一行都由构建本页时的核对写成，没有一行是手工填的。",
    numbers_title="数",
    formulas_title="公式",
    programs_title="程序",
    figures_title="引用的数据",
    rest_title="页面没有全部展示的程序",
    rest="有的页面只展示程序的一部分，却用到了其余行里的数；这些程序的全文在这里。",
    kind="种类",
    count="个数",
    literal="文中写作",
    code_line="代码行",
    lines="行数",
    snippet="程序",
    shown_on="展示于",
    no_page="没有页面展示",
    mutants_title="故意改错，看谁察觉",
    drift_title="换个条件再算",
    change="怎样改",
    unnoticed="无人察觉",
    condition="条件",
    claims="核对的数",
    changed="结论改变",
    not_measured="这一版尚未测量：运行 `{command}` 后重新构建，这里就会列出结果。",
    exceptions="例外",
    no_exceptions="没有例外。",
    exception_cited="引用原文",
    exception_notation="记号",
    reason="理由",
    checked_by="由哪一行核对",
    versions="版本",
    tool="软件",
    version="版本",
    work="文献",
)

EN = Labels(
    verified="Verified: {names}",
    quoted="Quoted: {names}",
    formula="Formula",
    name="Name",
    value="Computed",
    code="Code",
    paper="Paper",
    where="Found in",
    what="Meaning",
    says="It says",
    means="Meaning",
    link="Link to this place",
    report="Report an error",
    formula_link="Link to this formula",
    joint=", ",
    copy="Copy program",
    output="Output",
    drawing="Code of the figure",
    download_notebook="Download the notebook (.ipynb)",
    download_program="Download the program (.py)",
    open_colab="Open in Colab",
    open_modelarts="Open in ModelArts",
    notebook_origin="From {address} , where its numbers are verified. Run with {versions}.",
    numbers="numbers",
    formulas="formulas",
    programs="programs",
    experiments="experiments",
    figures="cited figures",
    passed="All passed in this build · {versions}",
    how="How it is verified",
    cited_on="Cited on: ",
    bibtex="Download all works as BibTeX",
    intro="Every row below was written by the verification of this build; none was typed.",
    numbers_title="Numbers",
    formulas_title="Formulas",
    programs_title="Programs",
    figures_title="Cited figures",
    rest_title="Programs that pages show in part",
    rest="Some pages show a part of a program and use a number from another; here they are whole.",
    kind="Kind",
    count="Count",
    literal="In the text",
    code_line="Line",
    lines="Lines",
    snippet="Program",
    shown_on="Shown on",
    no_page="shown on no page",
    mutants_title="Wrong on purpose: who notices?",
    drift_title="Computed again under other conditions",
    change="Change",
    unnoticed="Unnoticed",
    condition="Condition",
    claims="Claims",
    changed="Verdict changed",
    not_measured="Not measured for this version: run `{command}`, then build again.",
    exceptions="Exceptions",
    no_exceptions="There are none.",
    exception_cited="quoted statement",
    exception_notation="notation",
    reason="Reason",
    checked_by="Checked by",
    versions="Versions",
    tool="Software",
    version="Version",
    work="Work",
)

LABELS = {"zh": ZH, "en": EN}
