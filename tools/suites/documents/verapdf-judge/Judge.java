import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.flavours.PDFAFlavour;

/**
 * Validates PDFs with veraPDF. The argument is a text file with one line for each PDF: the flavour, such as ua1, a tab,
 * and the path. Prints one line for each PDF with the rules that it breaks, such as 7.2-29.
 */
public class Judge {
  public static void main(String[] arguments) throws Exception {
    VeraGreenfieldFoundryProvider.initialise();
    for (var line : Files.readAllLines(Path.of(arguments[0]))) {
      var parts = line.split("\t", 2);
      System.out.println(failures(PDFAFlavour.fromString(parts[0]), Path.of(parts[1])));
    }
  }

  private static String failures(PDFAFlavour flavour, Path pdf) throws Exception {
    var rules = new TreeSet<String>();
    try (var parser = Foundries.defaultInstance().createParser(pdf.toFile(), flavour);
        var validator = Foundries.defaultInstance().createValidator(flavour, false)) {
      for (var check : validator.validate(parser).getTestAssertions())
        rules.add(check.getRuleId().getClause() + "-" + check.getRuleId().getTestNumber());
    }
    return String.join(" ", rules);
  }
}
