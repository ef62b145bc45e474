// Word lists that the phrases of several rules share. Each is a regular expression with alternatives.

import { group } from './phrase.ts';

export const amount = '[\\d,.]{1,12}';
export const money =
  '(?:(?:\\p{Sc}|rs\\.?) ?\\d{1,6}(?:,\\d{3}){0,2}(?:\\.\\d{1,2})?(?![\\d.,]{0,8} ?(?:million|billion|trillion|bn)(?!\\p{L}))|\\d{1,3} ?(?:p|pence|cents?))';
export const percent = '(?:%|per ?cent)';
export const share = `(?:\\d{1,3} ?%? ?[-\u2013] ?)?\\d{1,3}(?:[.,]\\d{1,2})? ?${percent}`;
export const numbers = '(?:one|two|three|four|five|six|seven|eight|nine|ten|\\d{1,3})';
export const times =
  '(?:twice|double|triple|(?:two|three|four|five|six|seven|eight|nine|ten|\\d{1,4}) ?(?:x|times))';
export const timeUnits =
  '(?:secs?|seconds?|mins?|minutes?|hrs?|hours?|days?|nights?|weeks?|months?|years?|weekends?)';

/** Places that a superlative refers to, such as “Britain's” in “Britain's best”. */
export const places = group(
  "(?:uk|europe|britain|england|scotland|wales|ireland|america|australia|canada|london|yorkshire|nation|country|industry|market|region|town|city|globe|planet)(?:'s)?",
  "(?:world|nature)(?:'s)?(?! (?:no|number))",
);
/** Places after a superlative, such as “in town” in “the best in town”. */
export const everywhere =
  '(?:in|on|across|around|anywhere in|of) (?:(?:the|this) )?(?:whole |entire |wide )?(?:uk|world|globe|planet|earth|country|nation|land|market|business|industry|galaxy|universe|region|county|city|town|neighbourhood|area|high street|road|shelf|web|internet|class|field|britain|england|scotland|wales|ireland|europe|america|australia|north|south|east|west|midlands|london|yorkshire|essex|kent|cornwall|devon|manchester|birmingham|glasgow|edinburgh|dublin|leeds|liverpool|bristol)';

export const comparatives = group(
  'better|faster|quicker|cheaper|stronger|safer|cleaner|whiter|brighter|lighter|smarter|healthier',
  'greener|softer|fresher|smoother|tougher|quieter|longer|longer[- ]?lasting|further|farther|closer',
  'deeper|thicker|thinner|fuller|richer|creamier|crunchier|crispier|tastier|juicier|warmer|cooler|drier',
  'cosier|gentler|kinder|easier|simpler|clearer|sharper|slimmer|firmer|shinier|sleeker|bigger|wider',
  'larger|roomier|harder|hardier|lower|louder|fairer|friendlier|fitter|happier',
);
export const qualities = group(
  'advanced|effective|powerful|reliable|efficient|popular|trusted|durable|economical|accurate',
  'affordable|nutritious|comfortable|absorbent|loved|delicious|luxurious|innovative|recommended|secure',
  'generous|rewarding|versatile|convenient|intelligent|energy-efficient',
);
export const moreOrLess = `(?:${comparatives}|(?:more|less|fewer) [\\p{L}-]{3,20})`;
/** The words after “than” in a comparison with other products, such as “the leading brand”. */
export const rivals = group(
  '(?:any|all|every|other|others|ever|competitors|rivals|brands?)(?!(?: of)? (?:them|you|us|me|that|this|these)|(?: other)? (?:staff|members?|person|people|employees?|teachers?|players?|man|men|woman|women)|[- ]day)',
  '(?:its|our|their|your|the) (?:closest |nearest |main |biggest |old |original )?(?:competition|competitors?|rivals?|rest|leading|leader|market|other|next|average|big|high street|supermarkets?|usual|current|existing|old|ordinary|previous|last|bank)',
  '(?:an |a )?(?:ordinary|regular|normal|standard|conventional|traditional|typical|rival|leading|premium|shop[- ]bought|high street|supermarket)',
);
/** Superlatives. Excludes other words that end in “est”, such as “forest”, and superlatives that praise no product. */
export const superlative = group(
  '(?!(?:forest|interest|test|guest|rest|west|chest|nest|request|latest|honest|protest|contest|harvest|modest|invest|suggest|digest|arrest|priest|quest|earnest|manifest|conquest|northwest|southwest|midwest|inquest|unrest|worst|deadliest|earliest|eldest|oldest|youngest|nearest|poorest|saddest|darkest|tallest|wettest|driest)\\P{L})[\\p{L}-]{2,14}est',
  '(?:highest|top|best)[- ](?:rated|performing|quality)|most [\\p{L}-]{3,20}',
);

/** Professionals whose recommendation is a claim about health. */
export const professionals = group(
  'doctors?|gps?|dentists?|dermatologists?|pharmacists?|nutritionists?|dieti[tc]ians?|midwi(?:fe|ves)',
  'nurses?|physios?|physiotherapists?|chiropractors?|osteopaths?|vets?|veterinarians?|pa?ediatricians?',
  'surgeons?|opticians?|optometrists?|hygienists?|orthodontists?|cardiologists?|psychologists?',
  'podiatrists?|trichologists?|gyna?ecologists?|clinicians?|medics?|therapists?|experts?|scientists?',
  '(?:medical|health|healthcare|skin ?care|dental|sleep|nutrition) (?:professionals?|experts?|specialists?|visitors?)',
  '(?:the )?nhs|hospitals?',
);
/** People whose number or share is a claim. */
export const people = group(
  'people|users|customers|consumers|women|men|patients|owners|(?:dog|cat|pet|home|car) owners|parents',
  'mothers|mums|dads|families|babies|drivers|doctors|dentists|vets|nurses|midwives|experts',
  'professionals|hairdressers|stylists|households|homeowners|respondents|those|testers|members|players',
  'viewers|readers|shoppers|guests|travellers|passengers|runners|gamers|singles|couples|businesses',
  'companies|brits|britons|americans|fans|subscribers|students|teachers|kids|children|cats|dogs|bakers',
  'chefs|gardeners|cyclists|commuters|landlords|borrowers|savers|investors|switchers|buyers|sellers',
  'teams|smokers|sufferers',
);

export const ailments = group(
  '(?:fine )?lines|cancer|diabetes|arthritis|asthma|eczema|psoriasis|rosacea|dermatitis|depression',
  'anxiety|insomnia|sleeplessness|sleepless nights|migraines?|headaches?|hangovers?',
  '(?:\\p{L}{3,12} )?pains?|(?:\\p{L}{3,12} )?aches?|aching \\p{L}{3,12}',
  '(?:stiff|sore|painful|creaky|swollen|tired),?(?: (?:and )?\\p{L}{3,12}){0,2} (?:joints?|muscles?|knees?|backs?|throats?|feet|legs?|gums?|eyes|neck|shoulders?|hands)',
  // “Cold” alone is mostly the temperature of a drink.
  'colds|(?:common|winter|head) cold|(?:an?|the|your|that|any) cold(?! \\p{L})|cold(?: and|,| or| &) (?:flu|coughs?)|cold symptoms?',
  'flu|covid(?:-?19)?|coughs?|sore throats?|congestion|(?:blocked|runny|stuffy) noses?',
  'sinus(?:itis)?|catarrh|infections?|acne|spots|blemishes|breakouts|pimples|blackheads|scars?|scarring',
  'stretch marks|dark circles|puffiness|age spots|pigmentation|redness|rash(?:es)?|nappy rash|dry skin',
  'itch(?:ing|iness|y skin)?|irritation|inflammation|swelling|bloating|the bloat|reflux|heartburn',
  'indigestion|ibs|constipation|diarrhoea|diarrhea|nausea|(?:travel|motion|morning) sickness|gout',
  "rheumatism|sciatica|stiffness|cramps?|obesity|dementia|alzheimer's|parkinson's|memory loss",
  'hypertension|high blood pressure|(?:high |bad )?cholesterol|blood pressure|blood sugar|heart disease',
  'heart attacks?|strokes?|hair loss|hair thinning|thinning hair|baldness|gr[ea]y hair|dandruff|flakes',
  "allergies|allergy|hay ?fever|sneezing|snoring|cellulite|wrinkles|crow's feet|sagging",
  '(?:the )?signs of age?ing|age?ing|varicose veins|thread veins|piles|haemorrhoids|thrush|cystitis',
  "utis?|athlete's foot|fungal \\p{L}{3,12}|verrucas?|warts?|corns|cold sores?|mouth ulcers?",
  '(?:head )?lice|worms|fleas|tinnitus|hearing loss|deafness|cataracts|dry eyes?|tired eyes|tooth decay',
  'cavities|gum disease|(?:tooth )?sensitivity|sensitive teeth|bad breath|toothache|earache|teething',
  'colic|fever|hot flu?a?shes|night sweats|menopaus(?:e|al)(?: symptoms)?|(?:the )?symptoms(?: of)?|pms',
  'pmt|mood swings|low mood|fatigue|tiredness|stress|panic attacks|phobias|addiction|cravings',
  'hunger pangs|brain fog|low (?:energy|libido)|impotence|erectile dysfunction|infertility|autism|adhd',
  'ptsd|osteoporosis|epilepsy|an(?:a)?emia|vertigo|fibromyalgia|neuropathy|toxins|sweating|body odou?r',
  'diseases?|illness(?:es)?|viruses',
);
/** Parts and functions of the body that products are said to improve. */
export const functions = group(
  'immun(?:e system|ity)|immune (?:health|defences?|support)|natural defences|defences|metabolism',
  'digestion|digestive (?:system|health)|gut(?: health)?|heart(?: health)?|bones|joints?(?: health)?',
  'brain(?: ?power| function| health)?|memory|concentration|focus|mood|sleep|energy(?: levels)?|stamina',
  'circulation|hormones?|fertility|libido|sex drive|liver|blood (?:flow|sugar|pressure)|skin barrier',
  'eyesight|vision|hearing|mobility|flexibility|testosterone|collagen|hair growth|wellbeing|well-being',
  'mental (?:health|performance|clarity)|cognitive (?:function|performance)|muscle (?:growth|recovery)',
);

export const nuisances = group(
  'germs?|bacteria|viruses|bugs|stains?|odou?rs?|smells?|dirt|grease|grime|limescale|rust|mould|mold',
  'mildew|damp|dust|pet hair|plaque|tartar|dandruff|weeds|moss|pests|ants|slugs|flies|wasps|moths|rats',
  'mice|mess|streaks?|smears|tangles|frizz|knots|creases|leaks?|drips|draughts?|blockages?|clogs?',
  'scratches|chips|spam|scams|malware|buffering|drop-?outs|dead spots|blackspots|hassle|fuss|stress',
  'worr(?:y|ies)|queues|queu(?:e)?ing|delays|faff|static|bad hair days|weak spots',
);

/** The environment and its parts, such as “the planet” or “our oceans”. */
export const planet = group(
  '(?:the|our|your) (?:planet|environment|earth|natural world|oceans?|seas?|rainforests?|forests?|climate|bees|wildlife)',
  'nature|mother (?:nature|earth)',
);
export const greenNouns = group(
  'recyclable|recycled|biodegradable|compostable|sustainable|renewable|green|organic|reusable',
  'refillable|eco-friendly|carbon[- ]free|electric|plant-based',
);
