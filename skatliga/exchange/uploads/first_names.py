"""First names that many players in Germany bear, as `people.names.fold` writes them: they tell the order of a name."""

from typing import Final

FIRST_NAMES: Final = frozenset(
    """
    achim albert alexander alfred ali andrea andreas angelika anja anke anna anne annette anton antje axel barbara
    beate bernd bernhard bert birgit bjoern brigitte bruno carola carsten christa christian christiane christine
    christoph claudia claus cornelia dagmar daniel daniela detlef dieter dietmar dirk doris eberhard edith
    elfriede elke ellen emil erich erika ernst erwin eva ewald felix ferdinand florian frank franz franziska
    friedrich fritz gabriele georg gerd gerda gerhard gertrud gisela guenter guenther gudrun guido hanna hannelore
    hans harald hartmut heide heidi heike heinrich heinz helga helmut herbert hermann herta hilde holger horst
    hubert hugo ilse inge ingo ingrid irene irmgard jan jens joachim jochen johann johannes jonas josef juergen
    julia jutta kaethe kai karin karl karla karsten katharina katrin kerstin klaus konrad kurt lars lena leon
    leonie lisa lothar ludwig luise lukas lutz manfred manuela marc marco maria marianne marie marion markus
    martin martina matthias max maximilian michael michaela monika nicole nils norbert olaf oliver oskar otto
    patrick paul paula peter petra philipp rainer ralf ralph regina reiner reinhard renate robert roland rolf rosa
    rosemarie rudi rudolf ruediger ruth sabine sandra sebastian siegfried sigrid silke silvia simon sonja stefan
    stefanie stephan susanne sven tanja theo thomas thorsten tim tobias torsten udo ulf ulrich ulrike ursula ute
    uwe vera verena volker waldemar walter waltraud werner wilfried wilhelm willi willy wolf wolfgang zoe
    """.split()
)
