// Words that are typical of one kind of text, and rare in texts of other kinds. A word can be in several lists.

const words = (list: string) => list.trim().split(/\s+/);

/** Words that address the reader, as advertisements do, but also terms, forms and dialogue. */
export const address = words(`
  you your yours yourself you'll you're you've we us our ours we'll we're we've love today now`);

/** Words that praise or name a product. */
export const praise = words(`
  enjoy save price prices exclusive luxury luxurious stunning delicious amazing incredible irresistible indulge
  refreshing brand online shampoo toothpaste moisturiser moisturizer serum skincare detergent mattress broadband vitamins
  supplement deodorant mouthwash perfume mascara
  perfect premium trusted ultimate affordable stylish tasty savour savor favourite favorite innovative beautiful
  effortless effortlessly transform elevate boost unlock delight delivered unforgettable guaranteed hassle
  instantly superior experts expertise customers clients gorgeous craftsmanship amenities trendy fresh dream comfort
  rewards gifts gift thrilled excellence tailored unmatched seamless seamlessly`);

/** Words of commercial offers, with double weight. */
export const offers = words(`
  buy shop offer offers sale deal deals bargain bargains discount discounts introducing discover hurry voucher coupon
  unmissable checkout subscribe cashback clearance`);

/** Words of kinds of text that do not advertise. */
export const otherKinds: Readonly<Record<string, readonly string[]>> = {
  fiction: words(`
    he she his her him hers himself herself was were had been said says asked replied thought knew looked went came
    told stood felt cried whispered smiled turned saw took began became`),
  law: words(`
    shall hereby herein hereof thereof hereunder thereto hereafter whereas licensor licensee license licence licensed
    agreement party parties contractor tenant landlord liability liable pursuant clause indemnify copyright permission
    redistribute redistribution obligations guarantor beneficiary provisions jurisdiction constitution constitutional
    statute court law laws legislation article lease rent premises shareholders claimant defendant notwithstanding
    merchantability infringement damages covenant rights
    agree agreed terms conditions consent disclaim disclaimer disclaims warranties arbitration terminate termination
    governing applicable amended amend breach enforce enforceable confidentiality confidential prohibited discretion
    waive waiver severable lawful unlawful privacy collect collected disclose disclosure cookies retention proprietary hereto regulation regulations compliance act binding
    amendment violation`),
  technology: words(`
    file files buffer buffers stack heap function functions value values throttle parameter parameters server servers
    thread threads cache api apis library libraries module modules install installed npm directory command commands
    default returns config configuration compile compiler kernel process processes memory cpu algorithm algorithms
    database query queries byte bytes bit bits packet packets protocol queue queues broker variable variables object
    objects class method array arrays string strings pointer input output error errors interface valve shaft cylinder
    piston torque bolt bolts bearing voltage sensor connector fuse software hardware ensure caution warning refer
    servicing lubricate grease specification appendix chapter section version user repository script
    runtime sorted implementation implementations node nodes callback callbacks exception exceptions
    click settings login logout password username dashboard tab tabs edit toolbar folder folders upload delete
    cancel desktop terminal github commit branch localhost url html css json xml pdf sql python java javascript docker
    toggle dropdown checkbox pixel pixels parser parsing font fonts encoding integer null
    screenshot widget widgets sidebar renderer rendering manual wiring installation maintenance screw screws circuit
    pump relay inlet outlet`),
  science: words(`
    participants cohort randomised randomized placebo hypothesis methods conclusions baseline statistically
    regression median al observed analysis experiment experiments dataset findings outcomes measured significant
    significantly proposed estimated respectively estimate approximately species temperature
    abstract introduction references et doi arxiv figure figures fig table tables theorem lemma proof equation equations
    models datasets evaluation proceedings journal vol pp isbn conference ieee acm university department
    empirical probability distribution variance linear matrix vector vectors supervised corpus annotation
    annotated benchmark benchmarks neural classification classifier accuracy propose related
    literature definition denote denotes corresponding assume assumption obtained consider compute computed computation
    sampling optimal sequence sequences chemical compound molecule molecules reaction patients
    veterinary behaviour behavior disease syndrome diagnosis et`),
  recipe: words(`
    tbsp tsp preheat oven stir simmer whisk bake teaspoon tablespoon teaspoons tablespoons chopped flour boil saucepan
    bowl drain knead dough`),
  minutes: words(`
    apologies chairman chairwoman chairperson attendees agenda motion seconded resolved councillor
    councillors treasurer committee noted meeting quorum
    minutes adjourned attendance absent approved bylaws secretary chair nominated discussed parish church vicar mayor
    village volunteers council councils clerk fundraising`),
  report: words(`
    according spokesman spokeswoman spokesperson minister ministers government reporters police council mr mrs
    officials election parliament president ministry economy
    century centuries historian historians therefore thus however although furthermore moreover argue argues argued
    argument essay empire war revolution king queen novel poem poet author society philosophy theory population
    countries education`),
  government: words(`
    administration agencies agency federal congress senate department departments proposal proposals proposes billion
    million legislation taxpayers program programs funding funds fiscal nation national initiative policy policies
    president secretary enacted deficit federally veterans grants statutory appropriations reform reforms`),
  religion: words(`
    worship faith religious religion congregation sermon prayer pray god jesus lord bible verse scripture spiritual
    spirituality church minister ministry parish hymn choir ceremony ceremonies soul`),
  charity: words(`
    poverty ngo nonprofit donate donation donations donors community communities humanitarian empowerment refugees
    volunteering hunger orphans shelter homeless mission foundation`),
  management: words(`
    compliance risk risks security incident incidents control controls policies procedures stakeholders management
    requirements implement implementation implemented assessment assessments regulatory vulnerabilities vulnerability
    threats threat strategic initiatives objectives framework governance audit audits mitigate mitigation organisation
    organization organisations organizations breach breaches responsibilities evaluate identified monitoring landscape
    reporting`),
  school: words(`
    students student teacher teachers parents child children classroom school semester grade grades homework
    kindergarten participation participate mentors mentor parent attendance absence tardy curriculum`),
  arts: words(`
    album albums band songs song songwriter songwriters musicians musician concert concerts tour guitar fiddle folk
    recorded venue lyrics stage poetry performances`),
  business: words(`
    market markets growth revenue investors quarter yoy forecast billion million spending shares ceo analyst analysts
    industry percent decline inventory budget fiscal equity capital earnings stakeholders acquisition merger sector
    projected advertisers advertising audience audiences`),
  account: words(`
    invoice invoices receipt vat subtotal total totals balance amount amounts due payment payments paid qty
    quantity account accounts statement iban swift bic remittance cashier tendered rounding debit deposit withdrawal tax
    taxes gst sst bill billed billing transaction transactions annum principal ledger fee fees payable cheque overdue
    ref auth approval subtotals outstanding interest charges refund payer payee borrower lender earnings deductions
    payroll salary wages ytd`),
  form: words(`
    form forms applicant applicants signature signed spouse dependent dependents ssn employer employee wages
    withheld withholding schedule deduction deductions taxpayer filing irs attach attached enclosed instructions
    declare perjury passport surname nationality gender sex occupation postcode zip birth initials
    marital identification relationship physician insured policyholder guardian completed applicable publication
    omb pub required`),
  map: words(`
    map legend scale miles km north south east west road roads highway highways route routes trail trails creek river
    lake forest vehicles vehicle boundary elevation latitude longitude wilderness ranger district county acres
    monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun
    depart departs departure arrive arrives arrival platform station bus buses train trains timetable`),
};

/** Words typical of news, sport, credits, subtitles and displays. Used for pictures only, which have fewer words. */
export const pictureKinds: Readonly<Record<string, readonly string[]>> = {
  news: words(`
    news headlines correspondent reporter newsroom forecast storm flood floods crash crews killed injured arrested
    inflation economy economic economist markets index unemployment jobs workers strike union migration border troops
    hospital schools funding poll votes voters candidate senate senator senators governor congress westminster mayor
    protest protests employer officials investigation suspect trial says say warns warn urges vows slams denies admits
    seeks faces falls rises soars plunges loses dies died dead deaths death toll victims crisis recession poverty
    talks summit sanctions hostages rebels militants terror attack attacks bomb blast explosion gunman murder jail
    jailed prison sentenced fraud lawsuit sues inquiry scandal resigns military army soldiers nuclear labour tory
    tories conservatives republicans democrats chancellor scientists researchers professor tsunami earthquake
    hurricane ranking rankings champion champions title outbreak jab jabs vaccine virus motorists commuters residents
    teenagers adults pensioners campaigners activists critics bosses chiefs leaders hit hits overtakes plans scraps
    rise rising falling surge plunge slump row fears amid despite decade decades report reports finds suggests
    revealed reveals promises fined adverts evacuated century ago`),
  sport: words(`
    score scorer fixture league finals final semi lap laps seed court innings wicket wickets overs possession serve
    serves aces accuracy played pts vs team teams players coach squad championship tournament kick target qualifying
    medal race olympic olympics`),
  film: words(`
    directed director produced producer producers starring cast casting editor edited grip gaffer cinematography
    screenplay screenwriter written presents presented film films filmed filming studios pictures picture episode
    scene music soundtrack composer costume costumes novel`),
  dialogue: words(`
    i i'm i'd i've i'll me my him he's he'd he'll she's she'd she'll they they're they'd they've mate sir madam sorry
    okay yeah hey oh god mum dad mother father brother sister son swear gonna gotta wanna ain't huh um damn hell
    bloody fool kill there's what's who's let's didn't wouldn't couldn't isn't wasn't detective captain sergeant
    lieutenant colonel inspector officer doctor sire majesty darling buddy dude lads guess suppose`),
  signs: words(`
    ingredients allergens saturates carton dispose delays closed permit penalty trespassers cctv diversion stairs lane
    rain rainfall showers gusts fog thunder celsius tide source`),
};

/** Words that hardly occur outside news and lessons, with double weight. Used for pictures only. */
export const tellTaleKinds: Readonly<Record<string, readonly string[]>> = {
  news: words(`
    breaking spokesman minister ministers mps mp reporters watchdog regulator banned bans tells accused accuses
    ceasefire inquest`),
  lesson: words(`
    lesson lessons grammar superlatives adverbs verb verbs noun adjectives example examples exercise equals worksheet
    homework gcse pupils define definition vocabulary equation explain`),
};
