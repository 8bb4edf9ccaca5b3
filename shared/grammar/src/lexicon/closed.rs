//! Words of closed classes.

/// Articles, pronouns, prepositions and their contractions, conjunctions and adverbs. A word here is never read as noun.
const FUNCTION_WORDS: &str = "a o as os à às ao aos um uma uns umas de do da dos das em no na nos nas num numa nuns numas dum duma \
por pelo pela pelos pelas per para pra pro pras pros com sem sob sobre entre até desde contra ante após perante trás durante \
mediante conforme segundo consoante exceto salvo menos mais afora fora e ou mas porém contudo todavia entretanto logo pois \
portanto que se como quando enquanto porque porquanto embora caso nem quer ora já seja eu tu ele ela nós vós eles elas você vocês me te \
lhe lhes mim ti si comigo contigo consigo conosco convosco este esta isto esse essa isso aquele aquela aquilo estes \
estas esses essas aqueles aquelas deste desta disto desse dessa disso daquele daquela daquilo destes destas desses dessas daqueles \
daquelas neste nesta nisto nesse nessa nisso naquele naquela naquilo nestes nestas nesses nessas naqueles naquelas àquele àquela \
àqueles àquelas àquilo meu minha meus minhas teu tua teus tuas seu sua seus suas nosso nossa nossos nossas vosso vossa dele dela \
deles delas nele nela neles nelas doutro doutra doutros doutras noutro noutra noutros noutras nalgum nalguma nalguns nalgumas dalgum dalguma dalguns dalgumas duma dumas duns numas qual quais quem cujo cuja cujos cujas onde aonde donde quanto quanta quantos quantas todo toda todos \
todas tudo algum alguma alguns algumas alguém algo nenhum nenhuma nenhuns nenhumas ninguém nada outro outra outros outras muito muita \
muitos muitas pouco pouca poucos poucas bastante bastantes tanto tanta tantos tantas tão certo certa certos certas vários várias ambos ambas cada \
qualquer quaisquer tal tais mesmo mesma mesmos mesmas próprio própria próprios próprias não sim também só somente apenas ainda sempre \
nunca jamais talvez aqui ali lá cá aí hoje ontem amanhã agora então depois antes cedo tarde bem mal assim quase demais ainda longe perto \
dentro acima abaixo adiante atrás além aquém inclusive senão eis aliás outrora quiçá diante junto juntos meio demais dois duas três quatro cinco \
seis sete oito nove dez onze doze treze quatorze catorze quinze dezesseis dezessete dezoito dezenove vinte trinta quarenta cinquenta \
sessenta setenta oitenta noventa cem cento duzentos duzentas trezentos trezentas quatrocentos quinhentos seiscentos setecentos oitocentos \
novecentos mil milhão milhões bilhão bilhões trilhão trilhões primeiro primeira primeiros primeiras segunda segundos terceiro terceira \
último última últimos últimas etc via versus";

/// Determiners: gender and number. `m` or `f`, `s` or `p`.
const DETERMINERS: &str = "um:ms uma:fs uns:mp umas:fp o:ms a:fs os:mp as:fp este:ms esta:fs estes:mp estas:fp esse:ms essa:fs esses:mp \
essas:fp aquele:ms aquela:fs aqueles:mp aquelas:fp do:ms da:fs dos:mp das:fp no:ms na:fs nos:mp nas:fp ao:ms à:fs aos:mp às:fp pelo:ms \
pela:fs pelos:mp pelas:fp deste:ms desta:fs destes:mp destas:fp desse:ms dessa:fs desses:mp dessas:fp daquele:ms daquela:fs daqueles:mp \
daquelas:fp neste:ms nesta:fs nestes:mp nestas:fp nesse:ms nessa:fs nesses:mp nessas:fp naquele:ms naquela:fs naqueles:mp naquelas:fp \
num:ms numa:fs nuns:mp numas:fp meu:ms minha:fs meus:mp minhas:fp teu:ms tua:fs teus:mp tuas:fp seu:ms sua:fs seus:mp suas:fp nosso:ms \
nossa:fs nossos:mp nossas:fp algum:ms alguma:fs alguns:mp algumas:fp nenhum:ms nenhuma:fs muitos:mp muitas:fp poucos:mp poucas:fp \
vários:mp várias:fp ambos:mp ambas:fp certos:mp certas:fp outro:ms outra:fs outros:mp outras:fp diversos:mp diversas:fp tantos:mp tantas:fp quantos:mp quantas:fp \
dois:mp duas:fp";

fn contains(list: &str, word: &str) -> bool {
    list.split_ascii_whitespace().any(|own| own == word)
}

/// Whether `word` belongs to a closed class.
pub(crate) fn is_function_word(word: &str) -> bool {
    contains(FUNCTION_WORDS, word)
}

/// Gender and number of a determiner as a nominal bit, 0 for other words.
pub(super) fn determiner(word: &str) -> u32 {
    use super::bits::{FP, FS, MP, MS};
    DETERMINERS
        .split_ascii_whitespace()
        .filter_map(|entry| entry.split_once(':'))
        .find(|(own, _)| *own == word)
        .map_or(0, |(_, features)| match features {
            "ms" => MS,
            "fs" => FS,
            "mp" => MP,
            _ => FP,
        })
}
