package io.github.ringlog.kit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarInputStream;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * Writes an executable jar with Spring Boot's loader in it: the directory of the main
 * class in {@code BOOT-INF/classes}, all else as jars in {@code BOOT-INF/lib}.
 */
final class FatJar implements AutoCloseable {

	private static final String CLASSES = "BOOT-INF/classes/";

	private static final String LIB = "BOOT-INF/lib/";

	private final JarOutputStream out;

	private final Set<String> directories = new HashSet<>();

	private FatJar(OutputStream out, Manifest manifest) throws IOException {
		this.out = new JarOutputStream(out, manifest);
	}

	static Path write(Path jar, String mainClass, List<String> classPath) {
		String mainFile = mainClass.replace('.', '/') + ".class";
		try (FatJar fatJar = new FatJar(Files.newOutputStream(jar), manifest(mainClass))) {
			fatJar.addLoader();
			for (int i = 0; i < classPath.size(); i++) {
				Path entry = Path.of(classPath.get(i));
				if (Files.exists(entry.resolve(mainFile))) {
					fatJar.addDirectory(entry, CLASSES);
				}
				else if (Files.isDirectory(entry)) {
					fatJar.add(LIB + "directory-" + i + ".jar", pack(entry));
				}
				else if (Files.exists(entry)) {
					fatJar.add(LIB + entry.getFileName(), Files.readAllBytes(entry));
				}
			}
			return jar;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static Manifest manifest(String mainClass) {
		Manifest manifest = new Manifest();
		Attributes attributes = manifest.getMainAttributes();
		attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
		attributes.put(Attributes.Name.MAIN_CLASS, "org.springframework.boot.loader.launch.JarLauncher");
		attributes.putValue("Start-Class", mainClass);
		attributes.putValue("Spring-Boot-Classes", CLASSES);
		attributes.putValue("Spring-Boot-Lib", LIB);
		return manifest;
	}

	static byte[] pack(Path directory) throws IOException {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		try (FatJar jar = new FatJar(bytes, new Manifest())) {
			jar.addDirectory(directory, "");
		}
		return bytes.toByteArray();
	}

	/**
	 * Copy a directory or a jar without one of its files.
	 * @return the copy, or what was to be copied if it has no such file
	 */
	static Path without(String name, Path entry, Path copy) {
		try (FileSystem jar = Files.isDirectory(entry) ? null : FileSystems.newFileSystem(entry)) {
			Path root = (jar != null) ? jar.getPath("/") : entry;
			if (!Files.exists(root.resolve(name))) {
				return entry;
			}
			Files.write(copy, pack(root));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		try (FileSystem jar = FileSystems.newFileSystem(copy)) {
			Files.delete(jar.getPath(name));
			return copy;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private void addLoader() throws IOException {
		try (JarInputStream loader = new JarInputStream(
				Files.newInputStream(ChildJvm.extraJar("spring-boot-loader")))) {
			for (JarEntry entry = loader.getNextJarEntry(); entry != null; entry = loader.getNextJarEntry()) {
				if (entry.getName().endsWith(".class")) {
					add(entry.getName(), loader.readAllBytes());
				}
			}
		}
	}

	private void addDirectory(Path directory, String prefix) throws IOException {
		try (Stream<Path> files = Files.walk(directory)) {
			for (Path file : files.filter(Files::isRegularFile).toList()) {
				String name = directory.relativize(file).toString().replace('\\', '/');
				if (!name.equals(JarFile.MANIFEST_NAME)) {
					add(prefix + name, Files.readAllBytes(file));
				}
			}
		}
	}

	/**
	 * Add a file, not compressed: the loader reads jars in a jar where they are.
	 */
	private void add(String name, byte[] content) throws IOException {
		for (int slash = name.indexOf('/'); slash > 0; slash = name.indexOf('/', slash + 1)) {
			String directory = name.substring(0, slash + 1);
			if (this.directories.add(directory)) {
				store(directory, new byte[0]);
			}
		}
		store(name, content);
	}

	private void store(String name, byte[] content) throws IOException {
		JarEntry entry = new JarEntry(name);
		CRC32 crc = new CRC32();
		crc.update(content);
		entry.setMethod(JarEntry.STORED);
		entry.setSize(content.length);
		entry.setCrc(crc.getValue());
		this.out.putNextEntry(entry);
		this.out.write(content);
		this.out.closeEntry();
	}

	@Override
	public void close() throws IOException {
		this.out.close();
	}

}
